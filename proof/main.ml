(* The program around the proven checker: it reads a certificate and hands it over. Nothing is proven
   of this file. It is to be believed, or read: that it spells the rules as they stand in the file,
   and gives each table its numbers. Forms and limits are those of twoplayer/checker.py. *)

open Proven
module Z = Big_int_Z

exception Refused of string
exception Cannot of string (* what is neither right nor wrong *)

let need holds fault = if not holds then raise (Refused fault)
let most_bytes = 100_000_000
let most_numbers = 2_000_000
let most_tried = 5e8 (* sets of tiles beside rolls: some minutes of work *)
let most_rolls = 1e5

(* JSON, of which a certificate has objects, lists, texts, whole numbers, true, false and null *)

type json =
  | Null
  | Bool of bool
  | Number of string
  | Text of string
  | List of json list
  | Object of (string * json) list

let parsed s =
  let at = ref 0 in
  let rec peek () =
    need (!at < String.length s) "not a whole JSON file";
    if String.contains " \n\t\r" s.[!at] then (incr at; peek ()) else s.[!at] in
  let eat c = need (peek () = c) (Printf.sprintf "no %c at %d" c !at); incr at in
  let word w v =
    let n = String.length w in
    need (!at + n <= String.length s && String.sub s !at n = w) "not JSON"; at := !at + n; v in
  let text () =
    eat '"';
    let stop = try String.index_from s !at '"' with Not_found -> raise (Refused "a text without end") in
    let t = String.sub s !at (stop - !at) in at := stop + 1; t in
  let many close item =
    let rec more items =
      let items = item () :: items in
      if peek () = ',' then (incr at; more items) else (eat close; List.rev items) in
    if peek () = close then (incr at; []) else more [] in
  let digits () =
    let from = !at in
    if s.[!at] = '-' then incr at;
    let first = !at in
    while !at < String.length s && String.contains "0123456789" s.[!at] do incr at done;
    need (!at > first && (s.[first] <> '0' || !at = first + 1)) "not JSON, or not a whole number";
    Number (String.sub s from (!at - from)) in
  let rec value () =
    match peek () with
    | '{' ->
        incr at;
        let entry () = let name = text () in eat ':'; (name, value ()) in
        let entries = many '}' entry in
        let names = List.map fst entries in
        need (List.length (List.sort_uniq compare names) = List.length names) "a name twice in an object";
        Object entries
    | '[' -> incr at; List (many ']' value)
    | '"' -> Text (text ())
    | 'n' -> word "null" Null
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | _ -> digits () in
  let found = value () in
  String.iter (fun c -> need (String.contains " \n\t\r" c) "more than one JSON value")
    (String.sub s !at (String.length s - !at));
  found

(* Their forms *)

let entries where names more = function
  | Object found ->
      List.iter (fun name -> need (List.mem_assoc name found) (where ^ ": " ^ name ^ " is missing")) names;
      List.iter (fun (name, _) -> need (List.mem name (names @ more)) (where ^ ": " ^ name ^ " is unknown")) found;
      found
  | _ -> raise (Refused (where ^ ": not an object"))

let text where = function Text t -> t | _ -> raise (Refused (where ^ ": not a text"))
let list where = function List l -> l | _ -> raise (Refused (where ^ ": not a list"))

(* Digits, at most so many; a natural number begins with another than 0. *)
let is_digits most t =
  t <> "" && String.length t <= most && String.for_all (fun c -> c >= '0' && c <= '9') t
let is_natural most t = is_digits most t && t.[0] <> '0'
let unsigned t = if t <> "" && t.[0] = '-' then String.sub t 1 (String.length t - 1) else t

let natural where most t = need (is_natural most t) (where ^ ": not a natural number"); Z.big_int_of_string t
let whole_text where most t = need (is_digits most (unsigned t)) (where ^ ": not a whole number"); Z.big_int_of_string t

let largest_in_json = Z.power_int_positive_int 2 53

(* A whole number; as text if it is beyond 2^53, and else not. *)
let whole where given =
  let number, as_text =
    match given with
    | Number t -> (Z.big_int_of_string t, false)
    | Text t -> need (is_natural 4000 (unsigned t)) (where ^ ": not a whole number"); (Z.big_int_of_string t, true)
    | _ -> raise (Refused (where ^ ": not a whole number")) in
  need (Z.gt_big_int (Z.abs_big_int number) largest_in_json = as_text)
    (where ^ ": a whole number is text beyond 2^53 alone");
  number

let fraction where most given =
  match String.split_on_char '/' (text where given) with
  | [ p ] -> { qnum = whole_text where most p; qden = Z.unit_big_int }
  | [ p; q ] -> { qnum = whole_text where most p; qden = natural where most q }
  | _ -> raise (Refused (where ^ ": not a fraction"))

let one_of where names given =
  try List.assoc (text where given) names
  with Not_found -> raise (Refused (where ^ ": " ^ text where given ^ " is unknown"))

let rec range low high = if Z.gt_big_int low high then [] else low :: range (Z.succ_big_int low) high

(* Rules *)

let fields =
  [ "tiles"; "dice"; "weights"; "one_die"; "moves"; "max_tiles"; "opening_tile"; "stop_total"; "scoring";
    "clack_payout"; "immediate_clack"; "ties" ]

let tiles_of given =
  let part t =
    match String.split_on_char '-' t with
    | [ a ] -> [ natural "tiles" 100 a ]
    | [ a; b ] ->
        let low, high = natural "tiles" 100 a, natural "tiles" 100 b in
        need (Z.le_big_int low high) "tiles: not ascending";
        need (Z.lt_big_int (Z.sub_big_int high low) (Z.big_int_of_int 24)) "tiles: more than 24";
        range low high
    | _ -> raise (Refused "tiles: not of their form") in
  let t = text "tiles" given in
  need (String.contains t '-' || String.contains t ',') "tiles: not a list";
  let found = List.concat_map part (String.split_on_char ',' t) in
  need (List.length found <= 24 && List.sort_uniq Z.compare_big_int found = found) "tiles: not 1 to 24, ascending";
  found

let dice_of given =
  match String.split_on_char 'd' (text "dice" given) with
  | [ n; sides ] when is_natural 1 n && is_natural 3 sides && int_of_string n <= 6 && int_of_string sides <= 100 ->
      (int_of_string n, int_of_string sides)
  | _ -> raise (Refused "dice: not of their form")

(* Each face as often as its weight. *)
let faces_of dice sides given =
  let weights =
    match given with
    | Null -> List.init sides (fun _ -> Z.unit_big_int)
    | given -> List.map (natural "weights" 19) (String.split_on_char ',' (text "weights" given)) in
  need (List.length weights = sides) "weights: not as many as a die has sides";
  let rolls = Z.float_of_big_int (List.fold_left Z.add_big_int Z.zero_big_int weights) ** float dice in
  if rolls > most_rolls then raise (Cannot (Printf.sprintf "too large: dice that show %.0f rolls; takes at most %.0f" rolls most_rolls));
  let face i weight = List.init (Z.int_of_big_int weight) (fun _ -> Z.big_int_of_int (i + 1)) in
  (List.concat (List.mapi face weights), rolls)

let condition_of given =
  let limit words =
    match words with
    | [ measure; "<="; most ] ->
        (one_of "one_die" [ ("sum", total); ("max", largest); ("count", count) ] (Text measure),
         whole_text "one_die" 1001 most)
    | _ -> raise (Refused "one_die: not of its form") in
  let rec limits words =
    match words with
    | a :: b :: c :: "and" :: more -> limit [ a; b; c ] :: limits more
    | last -> [ limit last ] in
  let at_most_three found = need (List.length found <= 3) "one_die: more than three conditions"; found in
  match String.split_on_char ' ' (text "one_die" given) with
  | [ "never" ] -> Not_allowed
  | [ "always" ] -> Allowed_if []
  | "forced" :: words -> Forced_if (at_most_three (limits words))
  | words -> Allowed_if (at_most_three (limits words))

let optional where check = function
  | Null -> None
  | given -> let number = whole where given in need (check number) (where ^ ": cannot be"); Some number

let house_of where given =
  let rule = entries where fields [] given in
  let get name = List.assoc name rule in
  let tiles = tiles_of (get "tiles") in
  let dice, sides = dice_of (get "dice") in
  let die_faces, rolls = faces_of dice sides (get "weights") in
  let hundred n = String.length (unsigned (Z.string_of_big_int n)) <= 100 in
  let positive n = Z.sign_big_int n > 0 && hundred n in
  let house =
    { tiles; dice; die_faces;
      one_die_if = condition_of (get "one_die");
      moves =
        one_of "moves"
          [ ("sum", Sum); ("one-tile", One_tile); ("dice-or-sum", Dice_or_sum); ("exact", Exact);
            ("sum-or-difference", Sum_or_difference) ] (get "moves");
      max_tiles = optional "max_tiles" positive (get "max_tiles");
      opening_tile = optional "opening_tile" (fun t -> List.exists (Z.eq_big_int t) tiles) (get "opening_tile");
      stop_total = optional "stop_total" hundred (get "stop_total");
      scoring =
        one_of "scoring" [ ("sum", By_sum); ("digits", By_digits); ("count", By_count); ("shut", By_shut) ]
          (get "scoring");
      clack_payout = fraction "clack_payout" 1000 (get "clack_payout");
      immediate_clack =
        (match get "immediate_clack" with Bool b -> b | _ -> raise (Refused "immediate_clack: not true or false"));
      ties = one_of "ties" [ ("push", Ties_push); ("first", Ties_first); ("second", Ties_second) ] (get "ties") } in
  need (Z.sign_big_int house.clack_payout.qnum >= 0 && (text "" (get "clack_payout")).[0] <> '-') "clack_payout: below 0";
  need (dice < 3 || house.moves = Sum) "moves: not for three dice or more";
  need (dice > 1 || house.one_die_if = Not_allowed) "one_die: with one die it can only be never";
  let tried = (3. ** float (List.length tiles)) *. rolls in
  if tried > most_tried then
    raise (Cannot (Printf.sprintf "too large: %.0f sets of tiles beside rolls; takes at most %.0f" tried most_tried));
  house

(* A certificate *)

let table_from where house given =
  let values = list where given in
  need (List.length values = 1 lsl List.length house.tiles) (where ^ ": not a value for every set of tiles");
  table_of (List.map (whole where) values)

let turn_of where given =
  let turn = entries where [ "denominator"; "values" ] [] given in
  let unit = natural (where ^ ": denominator") 4000 (text where (List.assoc "denominator" turn)) in
  (unit, List.assoc "values" turn)

let certificate_of given =
  let file = entries "file" [ "format"; "rules"; "first_player_ev"; "second"; "first" ] [ "second_rules" ] given in
  let get name = List.assoc name file in
  need (get "format" = Text "twoplayer-certificate-1") "format: unknown";
  let claim = fraction "first_player_ev" 4000 (get "first_player_ev") in
  let first_unit, values = turn_of "first" (get "first") in
  let second_unit, against = turn_of "second" (get "second") in
  let house = house_of "rules" (get "rules") in
  let own = if List.mem_assoc "second_rules" file then house_of "second_rules" (get "second_rules") else house in
  need (own.scoring = house.scoring && own.immediate_clack = house.immediate_clack && own.ties = house.ties
        && qeq_bool own.clack_payout house.clack_payout) "second_rules: what has to be the same is not";
  let first_table = table_from "first: values" house values in
  let rules = rules_of house in
  let scores = List.sort_uniq Z.compare_big_int (List.map rules.score (subsets house.tiles)) in
  let beaten = List.filter (fun k -> rules.at_once k = None) scores in
  let against = entries "second: values" (List.map Z.string_of_big_int beaten) [] against in
  let table k = (k, table_from "second: values" own (List.assoc (Z.string_of_big_int k) against)) in
  (house, own, { second_unit; second_tables = List.map table beaten; first_unit; first_table }, claim)

(* The file *)

let read_all channel =
  let buffer = Buffer.create 65536 in
  let rec more () =
    need (Buffer.length buffer <= most_bytes) "larger than 100 MB";
    match Buffer.add_channel buffer channel 1 with
    | () -> more ()
    | exception End_of_file -> Buffer.contents buffer in
  more ()

let content_of path =
  need ((Unix.stat path).st_kind = Unix.S_REG) "not a plain file";
  let file = open_in_bin path in
  let content = read_all file in
  close_in file;
  if not (String.length content > 1 && String.sub content 0 2 = "\x1f\x8b") then content
  else
    let unpacked = Unix.open_process_args_in "sh" [| "sh"; "-c"; "exec gzip -dc -- \"$0\" 2> /dev/null"; path |] in
    let content = read_all unpacked in
    match Unix.close_process_in unpacked with
    | Unix.WEXITED 0 -> content
    | Unix.WEXITED (126 | 127) -> raise (Cannot "there is no command gzip")
    | _ -> raise (Refused "not whole, or not packed by gzip")

let read path =
  let content = content_of path in
  let count c = String.fold_left (fun n d -> if c = d then n + 1 else n) 0 content in
  need (String.for_all (fun c -> c < '\x80' && c <> '\\') content) "characters that no certificate has";
  need (count ',' < most_numbers + 1000) "more than two million numbers";
  need (count '[' + count '{' < 10_000) "more lists than a certificate has";
  parsed content

(* The answer *)

let said = function
  | Null -> "null"
  | Bool b -> string_of_bool b
  | Number t | Text t -> t
  | List _ | Object _ -> "" (* no rule is one *)

let rules_said given name =
  match given with
  | Object file when List.mem_assoc name file ->
      let rule field = Printf.sprintf "- %s: %s\n" field (said (List.assoc field (entries name fields [] (List.assoc name file)))) in
      String.concat "" (List.map rule fields)
  | _ -> ""

let answer path =
  try
    let given = read path in
    let house, own, certificate, claim = certificate_of given in
    need (accepts_file house own certificate claim) "an equation does not hold, or the claim is not what the tables say";
    let hers = rules_said given "second_rules" in
    let q = Printf.sprintf "%s/%s" (Z.string_of_big_int claim.qnum) (Z.string_of_big_int claim.qden) in
    (0, Printf.sprintf "%s: proven.\n\nThe rules:\n%s%s\nThe first player's expected value is %s stakes.\n" path
         (rules_said given "rules") (if hers = "" then "" else "\nThe second player's own:\n" ^ hers) q)
  with
  | Refused fault | Sys_error fault | Failure fault -> (1, Printf.sprintf "%s: refused: %s\n" path fault)
  | Unix.Unix_error (error, _, _) -> (1, Printf.sprintf "%s: refused: %s\n" path (Unix.error_message error))
  | Cannot why -> (2, Printf.sprintf "%s: %s\n" path why)
  | Stack_overflow | Out_of_memory -> (2, Printf.sprintf "%s: too large to be expanded\n" path)

let () =
  let code, words =
    match Sys.argv with
    | [| _; path |] -> answer path
    | _ -> (1, "usage: proof/checker FILE.json[.gz]\n") in
  match print_string words; flush stdout with
  | () -> exit code
  | exception Sys_error _ -> Unix._exit 2
