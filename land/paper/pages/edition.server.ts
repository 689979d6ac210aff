import { createHash } from 'node:crypto'
import { contractDoc, type ContractOptions } from '../contract-doc.ts'
import type { ContractData } from '../read.server.ts'

/**
 * The edition of a contract: 12 hexadecimal digits of the digest of everything that it prints, but for the day of signing, which is written by hand, the
 * place of signing where the template says none, and the number of attestation, which comes later. The same data printed on another day is the same edition.
 */
export function editionOf({ contract, words }: ContractData, o: ContractOptions = {}): string {
  const { place: _place, ...rows } = contract
  const { qdsj: _day, jzbh: _number, docId: _id, ...said } = contractDoc(rows, words, o)
  const outlines = contract.parcels.map((p) => p.rings ?? p.geom ?? null)
  return createHash('sha256')
    .update(JSON.stringify([said, outlines]))
    .digest('hex')
    .slice(0, 12)
    .toUpperCase()
}
