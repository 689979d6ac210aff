import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

interface Range {
  first: string
  last: string
}
/** What the certificate desk refuses. */
export const certificateProblems = {
  stage: problem<{ code: string; stage: Text; deed: Text }>(409, 'certificate-stage', (d) => ({
    zh: `权证【${d.code}】${d.stage.zh}，不能${d.deed.zh}`,
    en: `Certificate ${d.code} is ${d.stage.en}: it cannot be ${d.deed.en}`,
  })),
  everPrinted: problem<{ code: string }>(409, 'certificate-ever-printed', (d) => ({
    zh: `权证【${d.code}】曾经打印，不能删除`,
    en: `Certificate ${d.code} was printed once and cannot be removed`,
  })),
  noBlank: problem<{ regionCode: string }>(409, 'no-blank', (d) => ({
    zh: `区域【${d.regionCode}】没有可用的空白证，请先登记领入的空白证`,
    en: `No blanks left for region ${d.regionCode}: enter the received blanks first`,
  })),
  serialUsed: problem<{ serial: string }>(409, 'serial-used', (d) => ({
    zh: `流水号【${d.serial}】已使用或已作废，同一流水号不能使用两次`,
    en: `Serial ${d.serial} is used or spoilt: a serial cannot be used twice`,
  })),
  overlap: problem<Range>(409, 'blanks-overlap', (d) => ({
    zh: `号段与已领入的【${d.first}】至【${d.last}】重叠`,
    en: `The range overlaps ${d.first} to ${d.last}, which was already received`,
  })),
  blanksInUse: problem<Range>(409, 'blanks-in-use', (d) => ({
    zh: `号段【${d.first}】至【${d.last}】已有使用或作废的号码，不能修改或删除`,
    en: `Numbers of the range from ${d.first} to ${d.last} are used or spoilt: it cannot be changed or removed`,
  })),
  notBlank: problem<{ serial: string }>(409, 'not-blank', (d) => ({
    zh: `流水号【${d.serial}】不是该号段的空白证`,
    en: `Serial ${d.serial} is not a blank of that range`,
  })),
  tooMany: problem<{ max: number }>(400, 'too-many-certificates', (d) => ({ zh: `一次最多办理${d.max}本权证`, en: `At most ${d.max} certificates at once` })),
}
