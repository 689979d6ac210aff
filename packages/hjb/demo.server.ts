import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { HJB, type HjbStatus } from './flow.ts'
import { analyse, auditPackage, receivePackage, submitPackage, transferPackage } from './hjb.server.ts'
import { hjb } from '../package/hjb.ts'

export interface DemoDeps {
  /** one transaction with a context of this person, as a request has it; the jobs' queue must be running */
  as<T>(who: Who, work: (ctx: Ctx) => Promise<T>): Promise<T>
  who: Who
  /** resolves when no job is queued or running */
  idle(): Promise<void>
  dataDir: string
}
export interface DemoPackage {
  file: string
  regionCode: string
  name: string
  year: number
}

/**
 * Imports a bundled package the way a person does: upload, checks, audit, write. Answers the package's id; a package that is written
 * already is left alone, and so is a county in which one of the same year is, such as the demonstration of a former version: people have worked on its land
 * since. One left half way by a killed server goes on where it stands. Throws when a step does not leave its state.
 * `who` needs the administrator's role, for the audit of an own submission.
 */
export async function importDemo(deps: DemoDeps, demo: DemoPackage): Promise<string> {
  const { file, ...fields } = demo
  const written = await deps.as(deps.who, (ctx) =>
    scoped(ctx, hjb)
      .select('hjb.id')
      .where('hjb.regionCode', '=', demo.regionCode)
      .where('hjb.year', '=', demo.year)
      .where('hjb.status', 'in', [HJB.initialised, HJB.finished])
      .orderBy('hjb.id')
      .executeTakeFirst(),
  )
  if (written) return String(written.id)
  const temporary = join(deps.dataDir, 'work', `demo-${process.pid}.zip`)
  await mkdir(join(deps.dataDir, 'work'), { recursive: true })
  // an upload takes its file away, unless it is known already
  await copyFile(file, temporary)
  const upload = { path: temporary, name: basename(file), size: (await stat(file)).size, sha256: await digest(file), type: 'application/zip' }
  const { id } = await receivePackage((work) => deps.as(deps.who, work), deps.dataDir, upload, fields).finally(() => rm(temporary, { force: true }))
  const steps: Partial<Record<HjbStatus, (ctx: Ctx) => Promise<unknown>>> = {
    [HJB.uploaded]: (ctx) => analyse(ctx, id),
    [HJB.detecting]: (ctx) => analyse(ctx, id),
    [HJB.passed]: (ctx) => submitPackage(ctx, { id, toAudit: true }),
    [HJB.waiting]: (ctx) => auditPackage(ctx, { id, result: '1', opinion: '演示数据' }),
    [HJB.accepted]: (ctx) => transferPackage(ctx, id),
    [HJB.writing]: (ctx) => transferPackage(ctx, id),
  }
  for (;;) {
    await deps.idle()
    const status = String((await deps.as(deps.who, (ctx) => rows.get(ctx, hjb, id))).status) as HjbStatus
    if (status === HJB.initialised || status === HJB.finished) return id
    const step = steps[status]
    if (!step) throw new Error(`the package ${basename(file)} stays in state ${status}`)
    // each step is taken once, so that one that changes nothing cannot repeat for ever
    delete steps[status]
    await deps.as(deps.who, step)
  }
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
