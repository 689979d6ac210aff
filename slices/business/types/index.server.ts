import { typeName, type TypeCode } from '../../process/engine/definitions.ts'
import { notAvailable } from '../problems.ts'
import { contractSign } from './contract-sign.server.ts'
import type { Handling } from './handling.server.ts'

/** A type that cannot be accepted yet: every step answers 409. */
function unavailable(typeCode: TypeCode): Handling {
  const refuse = (): never => {
    throw notAvailable(typeName(typeCode))
  }
  return { fbfbmOf: refuse, surveyed: refuse, plan: async () => refuse(), finish: async () => refuse() }
}

/** How each type is handled; the compiler asks for every one. */
export const handlings: Readonly<Record<TypeCode, Handling>> = {
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
