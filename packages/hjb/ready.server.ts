/** How an act on a package begins: in which state, with no job of it under way; and the job that an act starts. */
import { both, type Text } from '../../kit/model/lang.ts'
import { problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { messageJson } from '../../runtime/said.ts'
import { hjb, type HjbInfo } from '../package/hjb.ts'
import { hjbProblems } from '../package/problems.ts'
import { packageMay, type HjbAct } from './flow.ts'

/** What an act is called where it may not be. */
export const ACT_WORDS: Readonly<Record<HjbAct, { zh: string; en: string }>> = {
  edit: { zh: '修改', en: 'edit' },
  upload: { zh: '上传', en: 'upload' },
  analyse: { zh: '检查', en: 'analyse' },
  submit: { zh: '送审', en: 'submit' },
  audit: { zh: '审核', en: 'audit' },
  write: { zh: '入库', en: 'write' },
  initialise: { zh: '初始化，请先入库', en: 'initialise before the write' },
  finish: { zh: '办结', en: 'finish' },
  empty: { zh: '撤回入库', en: 'withdraw' },
  remove: { zh: '删除', en: 'remove' },
  repair: { zh: '修复', en: 'repair' },
}

/** The package, locked, in a state that allows the act, and with no job of it under way. */
export async function readyFor(ctx: Ctx, id: unknown, act: HjbAct): Promise<HjbInfo> {
  const info = await rows.get(ctx, hjb, String(id ?? ''), true)
  if (!packageMay(act, info.status)) throw problems.notAllowedNow(ACT_WORDS[act])
  if (await openJob(ctx, info)) throw hjbProblems.running()
  return info
}
const openJob = (ctx: Ctx, info: HjbInfo) =>
  info.jobLogId === null
    ? undefined
    : ctx.db
        .selectFrom('job')
        .select('id')
        .where('tenantId', '=', ctx.who.tenantId)
        .where('id', '=', info.jobLogId)
        .where('status', 'in', ['queued', 'running'])
        .executeTakeFirst()

/** Queues a job of a package, which is in `status` from now on. Answers the job. */
export async function startJob(
  ctx: Ctx,
  info: HjbInfo,
  kind: string,
  status: string,
  title: Text,
  more: Record<string, string | readonly string[]> = {},
): Promise<string> {
  if (!info.sha256) throw hjbProblems.noFile()
  const jobLogId = await ctx.enqueue(
    kind,
    { infoId: info.id, ...more },
    { title: messageJson(both(`${title.zh}：${info.name}`, `${title.en}: ${info.name}`)), regionCode: info.regionCode },
  )
  await rows.update(ctx, hjb, info.id, { status, jobLogId })
  return jobLogId
}
