#!/bin/sh
# What is not so cannot be proven by the lines that prove what is: each of these is Coins.v with one
# thing changed, and Coq has to refuse it. So that a slip here shows, Coins.v itself is built as well.
set -eu
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

built() { coqc -Q . Shut -o "$folder/Coins.vo" "$folder/Coins.v" > "$folder/output" 2>&1; }

refused() { # WHAT, FROM, TO: the first FROM, after the line that has AFTER, becomes TO
    awk -v after="${4-}" -v from="$2" -v to="$3" '
        index($0, after) { on = 1 }
        on && !done && (at = index($0, from)) {
            $0 = substr($0, 1, at - 1) to substr($0, at + length(from)); done = 1
        }
        { print }' Coins.v > "$folder/Coins.v"
    if cmp -s Coins.v "$folder/Coins.v"; then
        echo "$1: nothing is changed"; exit 1
    fi
    if built; then
        echo "$1: proven, and it should not be"; exit 1
    fi
    if ! grep -q 'Unable to unify\|while it is expected to have type' "$folder/output"; then
        echo "$1: refused for another reason"; cat "$folder/output"; exit 1
    fi
    echo "$1: refused, as it should be"
}

cp Coins.v "$folder"
built || { cat "$folder/output"; exit 1; }
echo "Coins.v: proven"
refused "a wrong fraction, on the whole tree" "-1 # 16" "-1 # 17" "Theorem by_hand"
refused "a wrong fraction, by the certificate" "-1 # 16" "-1 # 17" "Lemma accepted"
refused "a wrong fraction, by a certificate that Coq finds" "-1 # 16" "-1 # 17" "Theorem by_itself"
refused "a wrong number against a score" "[8; 4; 0; 3]" "[8; 4; 0; 2]"
refused "a number too large against a score" "[8; 8; 4; 6]" "[8; 8; 4; 7]"
refused "a wrong number of the first player's" "[6; 0; -3; -1]" "[6; 0; -2; -1]"
refused "a table without a score to beat" "(2, table_of" "(4, table_of"
refused "a wrong strategy of the first player" "both_coins" "one_coin" "Definition first_book"
refused "a wrong strategy of the second" "<=? 1" "<=? 2" "Definition second_book"
refused "another game" "Allowed_if []" "Not_allowed"
