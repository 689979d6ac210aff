/** Files of Word and Excel before 2007 are compound files: folders and streams named in entries of 128 bytes. Source: [MS-CFB] 2.6, [MS-OVBA] 2.2. */
const ENTRY = 128
/** Names under which a program lies in one: Word's folder, Excel's folder, and what is in both. */
const PROGRAM = /^(_vba_project(_cur)?|vba|macros)$/i
/** An entry's name and kind: its length in bytes with the NUL behind it at 64, a folder or a stream at 66. */
function isProgram(entry: Buffer): boolean {
  const length = entry.readUInt16LE(64)
  if (length < 4 || length > 64 || ![1, 2].includes(entry[66]!)) return false
  return PROGRAM.test(entry.subarray(0, length - 2).toString('utf16le'))
}

/** Whether these are the first bytes of a compound file. */
export const isOle = (b: Buffer): boolean => b.length >= 8 && b.readUInt32BE(0) === 0xd0cf11e0 && b.readUInt32BE(4) === 0xa1b11ae1

/**
 * Looks for programs (VBA) in a compound file that is read piece by piece: answers a function that takes the pieces in their order and says whether one was
 * found by now. Entries lie at multiples of 128 wherever their sectors are, so no chain has to be followed. Flat memory.
 */
export function programFinder(): (piece: Buffer) => boolean {
  let rest = Buffer.alloc(0)
  let found = false
  return (piece) => {
    const bytes = rest.length ? Buffer.concat([rest, piece]) : piece
    let at = 0
    for (; !found && at + ENTRY <= bytes.length; at += ENTRY) found = isProgram(bytes.subarray(at, at + ENTRY))
    rest = Buffer.from(bytes.subarray(at))
    return found
  }
}
