import { processOfType } from '../../business/types/processes.server.ts'
import { contractSignHandling } from '../../business/types/contract_sign/contract_sign.server.ts'
import type { DigestOf } from '../../services/files/digest.server.ts'
import { checkStep, recheckStep } from '../../business/cases/persons.server.ts'
import type { Registry } from '../../business/cases/handling.server.ts'
import { publicityStep } from '../../business/publicity/rounds.server.ts'
import { signStep } from '../../business/signing/step.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'

/** The types that are built; the others answer 409. */
export const handlings: Registry['handlings'] = { contract_sign: contractSignHandling }
/** What the tasks do, for every type that does not do one in its own way. */
const steps: Registry['steps'] = { register: {}, survey: {}, check: checkStep, publicity: publicityStep, recheck: recheckStep, sign: signStep }
/** The business types and tasks of the product; `digestOf` looks at the bytes of stored files, `sealer` makes the names under which persons are held. */
export const registryOf = ({ digestOf, sealer }: { digestOf: DigestOf; sealer: Pick<Sealer, 'sign'> }): Registry => ({
  handlings,
  steps,
  processOfType,
  digestOf,
  personKey: (cyzjlx, cyzjhm) => sealer.sign(`${cyzjlx}:${cyzjhm.trim().toUpperCase()}`, 'business_lock.person'),
})
