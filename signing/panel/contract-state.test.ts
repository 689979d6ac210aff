import { expect, test } from 'vitest'
import { ON_PAPER } from '../../business/cases/rules/flow.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { isTooLate, ON_SITE, REMOTE } from '../contract/flow.ts'
import { isAtDesk, isAwaited, isWayless, mayCancel, mayExamine, mayStart, mayTakeBack, mayUpload, mayVerify, type ContractState } from './contract-state.ts'

const tests = { isWayless, mayStart, isAtDesk, isAwaited, mayCancel, mayUpload, mayVerify, mayTakeBack }
/** What may be done with a contract. */
const mayOf = (c: ContractState) => Object.entries(tests).flatMap(([name, may]) => (may(c) ? [name] : []))

test('what may be done with a contract follows its way and its status', () => {
  expect(mayOf({ signWay: null, signStatus: SIGN.notBegun })).toEqual(['isWayless'])
  expect(mayOf({ signWay: REMOTE, signStatus: SIGN.notBegun })).toEqual(['mayStart'])
  expect(mayOf({ signWay: REMOTE, signStatus: SIGN.signing })).toEqual(['isAwaited', 'mayCancel'])
  expect(mayOf({ signWay: ON_SITE, signStatus: SIGN.unsigned })).toEqual(['isAtDesk', 'mayCancel'])
  expect(mayOf({ signWay: ON_PAPER, signStatus: SIGN.notBegun })).toEqual(['mayUpload'])
})
test('a flow that was refused or ran out of time may be cancelled, one that is signed may not', () => {
  for (const signStatus of [SIGN.refused, SIGN.expired]) expect(mayCancel({ signWay: REMOTE, signStatus })).toBe(true)
  expect(mayOf({ signWay: REMOTE, signStatus: SIGN.signed, attachId: '1' })).toEqual(['mayVerify'])
})
test('a scan may be taken back, and is sent again only after it was rejected', () => {
  expect(mayOf({ signWay: ON_PAPER, signStatus: SIGN.toExamine, attachId: '1' })).toEqual(['mayTakeBack'])
  expect(mayOf({ signWay: ON_PAPER, signStatus: SIGN.rejected, attachId: '1' })).toEqual(['mayUpload', 'mayTakeBack'])
})
test('nobody examines the scan that he sent', () => {
  const scan = { signWay: ON_PAPER, signStatus: SIGN.toExamine, uploadUser: '5' }
  expect([mayExamine(scan, '5'), mayExamine(scan, '6'), mayExamine({ ...scan, signStatus: SIGN.signed }, '6')]).toEqual([false, true, false])
})
test('a contract is too late from the moment of its deadline on, and never without one', () => {
  const signDeadline = '2026-05-01 12:00:00'
  const late = (now: string) => isTooLate({ signDeadline }, now)
  expect([late('2026-05-01 11:59:59'), late('2026-05-01 12:00:00'), late('2026-05-01 12:00:01'), isTooLate({ signDeadline: null }, '9999')]).toEqual([
    false,
    true,
    true,
    false,
  ])
})
