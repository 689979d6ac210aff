import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { HJB } from './flow.ts'
import { analyse, auditPackage, receivePackage, submit, transfer } from './hjb.server.ts'
import { hjb } from './hjb.ts'

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
 * already is left alone. Throws when a step does not reach its state. `who` needs the administrator's role, for the audit of an own submission.
 */
export async function importDemo(deps: DemoDeps, demo: DemoPackage): Promise<string> {
  const { file, ...fields } = demo
  const temporary = join(deps.dataDir, 'work', `demo-${process.pid}.zip`)
  await mkdir(join(deps.dataDir, 'work'), { recursive: true })
  // an upload takes its file away, unless it is known already
  await copyFile(file, temporary)
  const upload = { path: temporary, name: basename(file), size: (await stat(file)).size, sha256: await digest(file), type: 'application/zip' }
  const { id, status } = await deps.as(deps.who, (ctx) => receivePackage(ctx, deps.dataDir, upload, fields)).finally(() => rm(temporary, { force: true }))
  if (status === HJB.initialised || status === HJB.finished) return id
  const reached = async (wanted: string) => {
    await deps.idle()
    const info = await deps.as(deps.who, (ctx) => rows.get(ctx, hjb, id))
    if (info.status !== wanted) throw new Error(`the package ${basename(file)} reached state ${info.status} instead of ${wanted}`)
  }
  await deps.as(deps.who, (ctx) => analyse(ctx, id))
  await reached(HJB.passed)
  await deps.as(deps.who, (ctx) => submit(ctx, { id, toAudit: true }))
  await deps.as(deps.who, (ctx) => auditPackage(ctx, { id, result: '1', opinion: '演示数据' }))
  await deps.as(deps.who, (ctx) => transfer(ctx, id))
  await reached(HJB.initialised)
  return id
}

async function digest(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
