/** States of a package (dictionary hjb_status). Source: data-format.md 10. */
export const HJB = {
  created: '0',
  uploaded: '1',
  detecting: '2',
  failed: '3',
  passed: '4',
  waiting: '5',
  accepted: '6',
  refused: '7',
  writing: '8',
  writeFailed: '9',
  initialised: '10',
  finished: '11',
  emptied: '12',
} as const
export type HjbStatus = (typeof HJB)[keyof typeof HJB]
export type HjbAct = 'edit' | 'upload' | 'analyse' | 'submit' | 'audit' | 'write' | 'initialise' | 'finish' | 'empty' | 'remove' | 'repair'

const before8 = [HJB.created, HJB.uploaded, HJB.failed, HJB.passed, HJB.waiting, HJB.accepted, HJB.refused] as const

/** From which states each act may begin. `detecting` and `writing` are left by their job; a dead job's state is left by asking again. */
export const PACKAGE_FLOW: Readonly<Record<HjbAct, readonly HjbStatus[]>> = {
  // one that cannot come in as a whole may come as an increment
  edit: [HJB.created, HJB.uploaded, HJB.failed, HJB.passed, HJB.refused, HJB.writeFailed],
  upload: [HJB.created],
  // one that was taken back may come again, under its old codes
  analyse: [HJB.uploaded, HJB.detecting, HJB.failed, HJB.passed, HJB.refused, HJB.emptied],
  submit: [HJB.passed],
  audit: [HJB.waiting],
  write: [HJB.accepted, HJB.writing, HJB.writeFailed],
  initialise: [HJB.initialised, HJB.finished],
  finish: [HJB.initialised],
  empty: [HJB.initialised, HJB.finished],
  remove: [...before8, HJB.detecting],
  // before it is looked at by a second person; what was mended is checked again
  repair: [HJB.uploaded, HJB.failed, HJB.passed, HJB.refused],
}
/** Whether an act may begin in a state. */
export const packageMay = (act: HjbAct, status: unknown): boolean => (PACKAGE_FLOW[act] as readonly unknown[]).includes(status)

/** Result codes of a step; 4 makes the page offer executeSql, any other failure retransmission. Source: data-format.md 10. */
export const RESULT = { ok: 0, unreadable: 1, structure: 2, check: 3, write: 4, timeout: 5, cancelled: 6, unknown: 9 } as const
/** What a check that ended with errors says: the package is not built as the standard asks (groups A, B, E), or what is in it is wrong. */
export const resultOfErrors = (rules: Iterable<string>): number => ([...rules].some((rule) => /^[ABE]/.test(rule)) ? RESULT.structure : RESULT.check)
