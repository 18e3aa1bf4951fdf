// What a table has by a name that may be any: that of a file, or what an address, the memory of the
// device or the keyboard says. Every object answers to `constructor` and `__proto__` as well, which
// nobody has put into it.

/** @type {<Table extends object>(table: Table | undefined, name: PropertyKey) => Table[keyof Table]} */
export function lookUp(table, name) {
  return Object.hasOwn(table ?? {}, name) ? table[name] : undefined;
}
