import { typeName, type TypeCode } from '../../services/process/engine/definitions.ts'
import { notAvailable } from '../../business/cases/problems.ts'
import { processOfType } from '../../business/types/processes.server.ts'
import { contractSign } from '../../business/types/contract_sign/contract-sign.server.ts'
import type { DigestOf } from '../../services/files/digest.server.ts'
import { checkStep, recheckStep } from '../../business/cases/persons.server.ts'
import type { Handling, Registry } from '../../business/cases/handling.server.ts'
import { publicityStep } from '../../business/publicity/rounds.server.ts'
import { signStep } from '../../business/signing/step.server.ts'

/** A type that cannot be accepted yet: every step answers 409. */
function unavailable(typeCode: TypeCode): Handling {
  const refuse = (): never => {
    throw notAvailable(typeName(typeCode))
  }
  return { fbfbmOf: refuse, surveyed: refuse, plan: async () => refuse(), entries: refuse }
}

/** How each type is handled; the compiler asks for every one. */
const handlings: Registry['handlings'] = {
  contract_sign: contractSign,
  change_split: unavailable('change_split'),
  change_merge: unavailable('change_merge'),
  change_transfer: unavailable('change_transfer'),
  change_exchange: unavailable('change_exchange'),
  change_contract: unavailable('change_contract'),
  contract_cancel: unavailable('contract_cancel'),
  correct_fbf: unavailable('correct_fbf'),
  correct_cbf: unavailable('correct_cbf'),
  contract_renew: unavailable('contract_renew'),
  contract_supplement: unavailable('contract_supplement'),
}
/** What the tasks do, for every type that does not do one in its own way. */
const steps: Registry['steps'] = { register: {}, survey: {}, check: checkStep, publicity: publicityStep, recheck: recheckStep, sign: signStep }
/** The business types and tasks of the product; `digestOf` looks at the bytes of stored files. */
export const registryOf = (digestOf: DigestOf): Registry => ({ handlings, steps, processOfType, digestOf })
