import { both, type Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** Why a contractor has no signed contract. Source: screens.md B2 (unsigned contractors). */
export const UNSIGNED_REASONS = ['unsigned', 'signing', 'expired', 'refused'] as const
export type UnsignedReason = (typeof UNSIGNED_REASONS)[number]
export const REASON_WORDS: Readonly<Record<UnsignedReason, Text>> = {
  unsigned: both('未签', 'Not signed'),
  signing: both('签署中', 'Being signed'),
  expired: both('已过期', 'Expired'),
  refused: both('拒签', 'Refused'),
}
/** Statuses of a contract to sign by what they mean here; one that is signed is no reason. Source: land-contract.md 4 (signing status). */
export const STATUSES: Readonly<Record<UnsignedReason, readonly string[]>> = { unsigned: ['99', '0'], signing: ['1', '3'], expired: ['5'], refused: ['4', '7'] }
/** The reason that a contract's signing status gives; none: signed. A contractor without any contract is unsigned. */
export const unsignedReason = (status: string | null | undefined): UnsignedReason | undefined =>
  status === null || status === undefined ? 'unsigned' : UNSIGNED_REASONS.find((r) => STATUSES[r].includes(status))

export const unsignedProblems = {
  noContent: problem<{ code: string }>(409, 'reminder-content', (d) => ({
    zh: `请先在短信内容中启用编号为【${d.code}】的签约提醒内容`,
    en: `Enable an SMS content with the code ${d.code} first: it is what the reminder says`,
  })),
  holes: problem<{ names: string }>(409, 'reminder-holes', (d) => ({
    zh: `签约提醒内容只能使用参数{cbfmc}和{fbfmc}，多出：${d.names}`,
    en: `The reminder may only use {cbfmc} and {fbfmc}, not ${d.names}`,
  })),
  nobody: problem(400, 'reminder-nobody', () => ({
    zh: '所选承包方都没有可发送短信的手机号码，或都不在未签之列',
    en: 'None of the chosen contractors is unsigned and has a mobile number',
  })),
}
