// People and acts of the process stories.
import { expect } from 'vitest'
import { world, type Answer, type Client } from './world.ts'
import { flow as edge, node, processOf } from '../services/process/engine/testing.ts'

export const at = (path: string) => `/cpt-flow/${path}`
/** What a call answered, which must have been done. */
export const ok = (a: Answer) => {
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return a.data
}
/** All rows of a list. */
export const rows = async (who: Client, path: string, q: Record<string, unknown> = {}) => ok(await who.get(at(path), { size: 200, ...q })).records as any[]
/** A request for leave with where it stands. */
export const detail = async (who: Client, businessId: string) => ok(await who.get(at('leave/detail'), { businessId }))
/** Decides on the task that waits for somebody. */
export const act = async (who: Client, businessId: string, flag: boolean, o: Record<string, unknown> = {}) => {
  const { flow } = await detail(who, businessId)
  return who.post(at('work/complete-task'), { taskId: flow.taskId, processInstanceId: flow.processInstanceId, flag, comment: '意见', ...o })
}
/** A drawing whose only task is done by the town, as process `id`. */
export const drawing = (id: string, mark = '') =>
  processOf(
    node('startEvent', 's') +
      node('userTask', 'approve', 'flowable:candidateGroups="town"') +
      node('endEvent', 'e') +
      edge('f1', 's', 'approve') +
      edge('f2', 'approve', 'e'),
  )
    .replace('id="p"', `id="${id}"`)
    .replace('name="e"', `name="e${mark}"`)

/** The application with its people, and what they do in these stories. */
export async function processStage() {
  const w = await world()
  const [admin, county, town] = [await w.as('admin'), await w.as('county'), await w.as('town')]
  const [village, large, other] = [await w.as('village'), await w.as('large'), await w.as('other')]
  const person = async (name: string): Promise<string> => {
    const { rows: found } = await w.db.pool.query(`select id::text from sys_user where "tenantId" = '000000' and account = $1`, [name])
    return found[0].id
  }
  /** the leave process that can be started */
  const usual = async () => (await rows(village, 'work/start-list', { category: 'leave' })).find((s) => s.key === 'leave')
  /** what a village clerk asks for: a day, or the days given */
  const request = async (o: Record<string, unknown> = {}) => ({
    processDefinitionId: (await usual()).processDefinitionId,
    startTime: '2026-12-01 09:00:00',
    endTime: '2026-12-02 09:00:00',
    reason: '回家收稻谷',
    taskUser: await person('town'),
    ...o,
  })
  const ask = async (o: Record<string, unknown> = {}): Promise<string> => ok(await village.post(at('leave/start-process'), await request(o)))
  let n = 0
  const fresh = () => `flow_${++n}`
  const model = async (xml?: (key: string) => string, o: Record<string, unknown> = {}) => {
    const key = fresh()
    const id = ok(
      await admin.post(at('model/submit'), { modelKey: key, name: `流程${n}`, category: 'leave', ...(xml ? { xml: xml(key) } : {}), ...o }),
    ) as string
    return { id, key }
  }
  const redraw = async (id: string, xml: string) => {
    const row = ok(await admin.get(at('model/detail'), { id }))
    ok(await admin.post(at('model/submit'), { id, rev: row.rev, modelKey: row.modelKey, name: row.name, category: row.category, xml }))
  }
  const deploy = (modelId: string, o: Record<string, unknown> = {}) => admin.post(at('model/deploy'), { modelId, ...o })
  const versions = (key: string) => rows(admin, 'manager/list', { key })
  return { w, admin, county, town, village, large, other, person, usual, request, ask, fresh, model, redraw, deploy, versions }
}
export type ProcessStage = Awaited<ReturnType<typeof processStage>>
