// What the program gives: rules, and words for them. A page has it in its data; where there is no page,
// in a worker or a test, it was put there before.

export const page = globalThis.given ?? JSON.parse(document.getElementById("data").textContent);
