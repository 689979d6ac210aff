/**
 * Columns of registered rows that an ordinary form may change: what no book, contract or certificate prints from the row, and the address, whose printed
 * form the frozen book keeps. Taking a cause back leaves later changes of them. Source: rulings.md 3.
 */
export const FREE: Readonly<Record<string, readonly string[]>> = { cbf: ['lxdh', 'cbfdz', 'yzbm'], dk: ['dkbzxx'], fbf: ['lxdh', 'yzbm'] }
/** Columns that the writer reckons from books and households: whoever changes a book changes them, so nobody's change of them bars an undo.  */
export const DERIVED: Readonly<Record<string, readonly string[]>> = {
  cbf: ['djzt', 'cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'cbjyqzbm', 'djsj', 'zxyylx', 'htzmjm', 'cbdkzs', 'cbfcysl'],
  dk: ['djzt', 'cbfbm', 'cbfmc', 'sfqqqg'],
}
/** What later changes of an undone row keep. */
export const lasting = (table: string): readonly string[] => [...(FREE[table] ?? []), ...(DERIVED[table] ?? [])]
