/** The code of a printed form, and the picture of it that leads to the page where anybody verifies documents. */

import { encode } from 'uqr'
import { sha256 } from '../../runtime/sha256.server.ts'

let address = ''
/** Sets the public address of the installation: codes lead to its page of verification. Without one a code says the document's code alone. */
export const verifyAt = (publicUrl: string): void => {
  address = publicUrl.replace(/\/+$/, '')
}
/** Hexadecimal digits of what a form says that are part of its code. */
const DIGITS = 12
/** @returns the code of a form: what it calls itself, and the beginning of the digest of all that it says; the same content has the same code */
export const documentCode = (name: string, said: object): string =>
  [name, sha256(JSON.stringify(said)).slice(0, DIGITS).toUpperCase()].filter(Boolean).join('-')

/** @returns the picture of a code as SVG: one path, so that a page has one drawing of it */
export function codePicture(code: string): string {
  const { data, size } = encode(address ? `${address}/verify?code=${encodeURIComponent(code)}` : code, { ecc: 'L', border: 1 })
  const runs = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${runs.join('')}"/></svg>`
}
