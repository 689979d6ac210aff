// What is posted: a case, or something else that has an id and a region (a plan of extension). A round of either is filled in, begins, completes and takes objections by one set of functions.
import { isDeepStrictEqual } from 'node:util'
import { both } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import type { TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { personName } from '../../platform/people/name.ts'
import { mayTake } from '../../services/process/process.server.ts'
import { notYourTask } from '../../services/process/problems.ts'
import { process_task, type ProcessTask } from '../../services/process/process.ts'
import { business, business_draft } from '../cases/definitions/business.ts'
import { contentsOf, lockBusiness } from '../cases/handling/case.server.ts'
import { rulesOf } from '../cases/definitions/config.server.ts'
import { requireFiles } from '../cases/handling/files.server.ts'
import { handlingOf } from '../cases/handling/handling.server.ts'
import { withPosting } from '../cases/definitions/new-household.ts'
import { refusal } from '../cases/rules/problems.ts'
import { snapshotOf, type PostedTypes } from './households.server.ts'
import { CASE, type Objection, type Publicity, type Snapshot } from './publicity.ts'
import { postingToday } from './rounds.server.ts'

/** What a round asks of the thing that it posts. Each gets the round as it was read. */
export interface Subject {
  /** as rounds name it (`subjectKind`) */
  kind: string
  /** holds the thing until the transaction ends, so that steps come one after the other */
  hold(ctx: Ctx, p: Publicity): Promise<unknown>
  /** refuses who may not complete or cancel the round now */
  requireActor(ctx: Ctx, p: Publicity): Promise<unknown>
  /** what is posted of it as it stands */
  snapshot(ctx: Ctx, p: Publicity): Promise<Snapshot>
  /** refuses to complete without what must be there beside days and objections */
  requireProof(ctx: Ctx, p: Publicity): Promise<void>
  completed(ctx: Ctx, p: Publicity): Promise<void>
  revoked(ctx: Ctx, p: Publicity): Promise<void>
  /** what becomes of it where an objection is upheld */
  upheld(ctx: Ctx, p: Publicity, o: Objection, opinion: string, target: string | undefined): Promise<void>
}
export type PostedSubjects = readonly Subject[]
/** The subject of a round. */
export function subjectOf(of: PostedSubjects, p: Publicity): Subject {
  const found = of.find((s) => s.kind === (p.subjectKind ?? CASE))
  if (!found) throw problems.notAllowedNow(both('办理该公示', 'do this with the publicity'))
  return found
}

/** Passes or returns a task; the frame of business hands it in. */
export type Commit = (ctx: Ctx, input: Partial<TextInput<'taskId' | 'processInstanceId' | 'result' | 'target' | 'comment'>>) => Promise<void>
/** The open task of a publicity, which the caller must be able to take. */
export async function requireTask(ctx: Ctx, taskId: string | null): Promise<ProcessTask> {
  const t = await rows.get(ctx, process_task, String(taskId ?? ''))
  if (t.status !== 'open' || t.taskKey !== 'publicity') throw refusal('E2002')
  if (!mayTake(ctx.who, t)) throw notYourTask()
  return t
}
/** A case: its task publicity decides who acts; what it says of new households names who has ended the posting. */
export const caseSubject = (of: PostedTypes, commit: Commit): Subject => ({
  kind: CASE,
  hold: (ctx, p) => lockBusiness(ctx, p.businessId, countyOf(p.regionCode)),
  requireActor: (ctx, p) => requireTask(ctx, p.taskId),
  snapshot: async (ctx, p) => snapshotOf(of, ctx, await rows.get(ctx, business, p.businessId!)),
  async requireProof(ctx, p) {
    const b = await rows.get(ctx, business, p.businessId!)
    const contents = await contentsOf(ctx, b.id)
    requireFiles(await rulesOf(ctx, b, contents), contents, 'publicity')
  },
  async completed(ctx, p) {
    const b = await rows.get(ctx, business, p.businessId!)
    const contents = await contentsOf(ctx, b.id)
    const name = personName(ctx.who)
    const form = withPosting(handlingOf(of, b).type.shape, contents.form, { gsjsr: name, gsshr: name, gsshrq: postingToday(ctx) })
    if (!isDeepStrictEqual(form, contents.form)) await rows.change(ctx, business_draft, contents, { form })
  },
  revoked: async () => {},
  async upheld(ctx, p, o, opinion, target) {
    const t = await rows.get(ctx, process_task, p.taskId!)
    // an award comes when the case is over or elsewhere: then it binds the next one
    if (o.disputed === 1 && t.status !== 'open') return
    const comment = `异议成立：${opinion}`.slice(0, 254)
    await commit(ctx, { taskId: t.id, processInstanceId: t.instanceId ?? undefined, result: 'return', target: target ?? 'survey', comment })
  },
})
