/** Which findings follow from which: one wrong code breaks a dozen relations, and a person mends it once. Pure data. */
import type { RuleId } from './finding.ts'

/** `rule` follows from `cause` on the same object, with `field` only where both are about the same field. */
export interface Following {
  cause: RuleId
  rule: RuleId
  field: boolean
}
const object = (cause: RuleId, ...rules: readonly RuleId[]): Following[] => rules.map((rule) => ({ cause, rule, field: false }))
const field = (cause: RuleId, ...rules: readonly RuleId[]): Following[] => rules.map((rule) => ({ cause, rule, field: true }))

/** Source: the consequences that the labelled packages show (tests/packages), and the texts of the rules. */
export const FOLLOWINGS: readonly Following[] = [
  ...object('A08', 'A03', 'A06'),
  // a polygon that is none has neither an area nor a place
  ...object('C01', 'C16', 'D07', 'D11'),
  ...object('C02', 'C16', 'D07', 'D11'),
  ...object('C09', 'C20'),
  ...object('D05', 'G01', 'G02', 'G03'),
  ...object('D12', 'D15'),
  ...object('D17', 'D02'),
  ...object('D20', 'A05', 'C18'),
  // what cannot be read or has blanks in it is in no list and leads nowhere
  ...field('B09', 'D02', 'D06'),
  ...field('D06', 'D02'),
  ...field('F18', 'F02', 'F03', 'F07', 'F14'),
  ...object('F03', 'G03', 'G06', 'G07', 'G11'),
  ...object('F04', 'G06', 'H01', 'H02'),
  ...field('F07', 'F12'),
  ...object('F17', 'H03'),
  ...object('G05', 'F10', 'F11', 'F13'),
  ...object('G06', 'G07', 'G08', 'H01', 'H02', 'H05'),
  ...object('H08', 'H07'),
]
