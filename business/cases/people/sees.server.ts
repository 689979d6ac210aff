// Who sees the numbers of persons that a case has, and where what is typed may be compared with numbers that come with stars.
import { plainPerm } from '../../../kit/model/mask.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { seesPersons } from '../../../land/register/locked.server.ts'
import { business } from '../definitions/business.ts'
import type { About } from '../definitions/type.ts'

/** Whether the caller sees identity numbers and telephones in full wherever a case has them: as in the register, a right to write cases alone does not open them. */
export const seesNumbers = (ctx: Ctx): boolean => seesPersons(ctx) || ctx.who.perms.has(plainPerm(business))
/** Tasks at which a form is typed: who may type it sees what he typed. */
export const TYPED: readonly string[] = ['register', 'survey']
/** A context in which a step is only tried: what it does is undone, and all that it would be refused for is told to who asks. */
export interface TriedCtx extends Ctx {
  isTried: true
}
const isTried = (ctx: Ctx): boolean => (ctx as Partial<TriedCtx>).isTried === true
/**
 * Whether a day or a birthday that is typed may be compared with a number of the register: the caller sees it, or nobody types at this task. Of who sees stars
 * it is not asked while he types, for by trying days until the answer changes he would find the birthday; the next task asks it. Where a step is only tried the
 * tasks behind are reached in the same call, as often as he likes: there the task opens nothing.
 */
export const comparesNumbers = (ctx: Ctx, { task }: About): boolean => seesNumbers(ctx) || (!isTried(ctx) && !!task && !TYPED.includes(task))
