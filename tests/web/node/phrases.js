// What a table of phrases has, by the path of each: nothing where it is a text, or what it is told.

export const WHERE = "in its file beside english.js, both-english.js or the explorer's english.js, whichever has them";

// Names and summaries of rules are written in rule files and Python, in English; only others have them here.
const NAMED = /^(names|summaries),/;

export function phrasesIn(table, path = []) {
  return Object.entries(table).flatMap(([name, each]) =>
    typeof each === "object" ? phrasesIn(each, [...path, name]) : [[[...path, name].join(), each]],
  );
}

export const byPath = (table) => new Map(phrasesIn(table));

export const ownOnes = (table) => [...byPath(table).keys()].filter((path) => !NAMED.test(path));

// What is missing in some language, and what nothing asks for, in a sentence each.
export function differences(languages, wanted, among = () => true) {
  return Object.entries(languages).flatMap(([tag, table]) => {
    const found = [...byPath(table).keys()].filter(among);
    const missing = wanted.filter((path) => !found.includes(path));
    const needless = found.filter((path) => !wanted.includes(path));
    return [
      ...(missing.length ? [`${tag} lacks words (write them ${WHERE}): ${missing}`] : []),
      ...(needless.length ? [`${tag} has words that nothing asks for (take them out): ${needless}`] : []),
    ];
  });
}

// What a phrase is told, and whether what it says has all of it.
export function toldTo(phrase) {
  const [told, said] = String(phrase).split(/=>|\)\s*\{(.*)/s).filter((part) => part !== undefined);
  const parameters = told.slice(told.indexOf("(") + 1).match(/\w+/g) ?? [];
  return { parameters, unsaid: parameters.filter((name) => !new RegExp(`\\b${name}\\b`).test(said)) };
}

// All that holds of the phrases of languages, of which English is one.
export function checked({ en, ...others }, { kinds: [covers, scorings, ties], measures, fields }) {
  const named = Object.values(others).flatMap((table) => [...byPath(table).keys()]).filter((path) => NAMED.test(path));
  const all = { en, ...others };
  const faults = differences(others, [...new Set([...ownOnes(en), ...named])]);
  const within = (table, names) => differences(all, names.map((name) => `${table},${name}`), (path) => path.startsWith(`${table},`));
  faults.push(...within("accepts", fields), ...within("measures", measures));
  for (const [table, names] of Object.entries({ covers, scorings, ties })) faults.push(...within(table, names));
  for (const [tag, table] of Object.entries(all)) {
    for (const [path, phrase] of phrasesIn(table)) {
      const english = byPath(en).get(path);
      if (phrase === "") faults.push(`${tag} says nothing: ${path}`);
      if (typeof phrase !== "function") {
        if (typeof english === "function") faults.push(`${tag} is told nothing: ${path}`);
        continue;
      }
      const { parameters, unsaid } = toldTo(phrase);
      if (!parameters.length || unsaid.length) faults.push(`${tag} leaves out what it is told: ${path} (${unsaid})`);
      if (parameters.length !== toldTo(english).parameters.length) faults.push(`${tag} is told something else: ${path}`);
    }
    const taken = { moves: covers, scoring: scorings, ties };
    for (const [name, values] of Object.entries(taken)) {
      if (table.accepts[name].replaceAll(/ \(.+?\)/g, "") !== values.join(" | ")) faults.push(`${tag} says ${name} takes ${table.accepts[name]}`);
    }
  }
  return faults;
}
