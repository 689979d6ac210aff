/**
 * Columns of registered rows that an ordinary form may change: what no book, contract or certificate prints from the row, and the address, whose printed
 * form the frozen book keeps. Taking a cause back leaves later changes of them. Source: rulings.md 3.
 */
export const FREE: Readonly<Record<string, readonly string[]>> = { cbf: ['lxdh', 'cbfdz', 'yzbm'], dk: ['dkbzxx'], fbf: ['lxdh', 'yzbm'] }
