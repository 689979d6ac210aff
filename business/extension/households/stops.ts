import { both, type Text } from '../../../kit/model/lang.ts'
import type { Problem } from '../../../kit/model/problem.ts'
import { extensionProblems } from './problems.ts'

/** A household that stops an act, and why. */
export interface Stopped {
  cbfbm: string
  cbfmc: string
  why: Text
}
/** Why a household cannot be surveyed, left out, postponed, taken back or extended now. */
export const whyStopped = {
  ended: both('已注销', 'it has ended'),
  inCase: (code: string) => both(`正在办理业务【${code}】`, `it is in the open case ${code}`),
  signed: both('已签订延包合同', 'its extension contract is signed'),
  registered: both('延包已登记', 'its extension is registered'),
  left: both('已标记为不延包', 'it is marked as not extended'),
  postponed: both('已标记为暂缓', 'it is marked as postponed'),
  notBegun: both('尚未摸底', 'it was not surveyed'),
  notFinished: both('摸底未完成', 'its survey is not finished'),
  notHeld: both('未标记为不延包或暂缓', 'it is neither left out nor postponed'),
  noBook: both('没有家庭承包的现行登记簿', 'it has no book in force of a household contract'),
  wayNone: both('延包方式为不延包', 'its way is not to be extended'),
} as const
/** The refusal that names each of these households with what stops it. */
export const stoppedBy = (list: readonly Stopped[]): Problem =>
  extensionProblems.stopped({
    said: both(list.map((s) => `【${s.cbfbm} ${s.cbfmc}】${s.why.zh}`).join('；'), list.map((s) => `${s.cbfbm} ${s.cbfmc}: ${s.why.en}`).join('; ')),
  })
