// Stories of drawn processes, through HTTP with named people.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, World } from '../../tests/world.ts'
import { builtInLeave } from './built-in.server.ts'
import { flow as edge, node, oneTask, processOf, timer } from './engine/testing.ts'
import { act, at, detail, drawing, ok, processStage, rows, type ProcessStage } from '../../tests/process-bench.ts'

let w: World, admin: Client, county: Client, town: Client, village: Client, other: Client
let usual: ProcessStage['usual'],
  request: ProcessStage['request'],
  ask: ProcessStage['ask'],
  fresh: ProcessStage['fresh'],
  model: ProcessStage['model'],
  redraw: ProcessStage['redraw'],
  deploy: ProcessStage['deploy'],
  versions: ProcessStage['versions']
beforeAll(async () => {
  ;({ w, admin, county, town, village, other, usual, request, ask, fresh, model, redraw, deploy, versions } = await processStage())
})
afterAll(() => w?.end())

describe('a model', () => {
  test('begins with the built-in leave process under its own key, and runs as it was drawn', async () => {
    const m = await model()
    ok(await deploy(m.id))
    const [d] = await versions(m.key)
    expect(d).toMatchObject({ version: 1, suspensionState: 'active', category: 'leave' })
    const id = await ask({ processDefinitionId: d.processDefinitionId })
    ok(await act(town, id, true))
    expect((await detail(village, id)).status).toBe('passed')
    expect((await admin.get(at('model/list'))).data.records.every((r: any) => !('xml' in r))).toBe(true)
  })

  test('is deployed again as a new version; what runs goes on in its own', async () => {
    const m = await model(drawing)
    ok(await deploy(m.id))
    const [first] = await versions(m.key)
    const running = await ask({ processDefinitionId: first.processDefinitionId })
    expect((await deploy(m.id)).key).toBe('not-changed')
    await redraw(m.id, drawing(m.key, '2').replace('"town"', '"county"'))
    ok(await deploy(m.id))
    const [, second] = await versions(m.key)
    expect(second.version).toBe(2)
    expect((await rows(village, 'work/start-list')).filter((s) => s.key === m.key).map((s) => s.version)).toEqual([2])
    expect((await detail(town, running)).flow).toMatchObject({ processDefinitionVersion: 1, taskName: 'approve' })
    ok(await act(town, running, true))
    const fresh = await ask({ processDefinitionId: second.processDefinitionId })
    expect((await town.get(at('leave/detail'), { businessId: fresh })).code).toBe(404)
    ok(await act(county, fresh, true))
  })

  test('whose task three countersign goes on with the last, or back with one return; a new drawing leaves what runs', async () => {
    const sign = await w.as('sign')
    const three = (key: string) => drawing(key).replace('"town"', '"town,county,sign" flowable:sign="all"')
    const m = await model(three)
    ok(await deploy(m.id))
    const [first] = await versions(m.key)
    const id = await ask({ processDefinitionId: first.processDefinitionId })
    await redraw(m.id, three(m.key).replace('sign="all"', 'sign="any"'))
    ok(await deploy(m.id))
    const { taskId, processInstanceId } = (await detail(town, id)).flow
    const missing = async () => (await detail(village, id)).flow.waiting[0].missing.map((x: any) => x.name)
    const names = await missing()
    expect(names).toHaveLength(3)
    expect((await town.post(at('work/claim-task'), {}, { taskId })).key).toBe('of-several')
    expect((await village.post(at('work/complete-task'), { taskId, processInstanceId, flag: true })).code).toBe(403)
    ok(await town.post(at('work/complete-task'), { taskId, processInstanceId, flag: true }))
    const again = await town.post(at('work/complete-task'), { taskId, processInstanceId, flag: true })
    expect([again.code, again.key, again.msg]).toEqual([409, 'signed-already', `您已发表会签意见，还缺：${names.slice(1).join('、')}`])
    expect((await rows(town, 'work/todo-list')).some((t) => t.businessId === id)).toBe(false)
    expect((await rows(town, 'work/done-list')).some((t) => t.businessId === id)).toBe(true)
    ok(await county.post(at('work/complete-task'), { taskId, processInstanceId, flag: true }))
    expect([await missing(), (await detail(village, id)).status]).toEqual([names.slice(2), 'doing'])
    ok(await sign.post(at('work/complete-task'), { taskId, processInstanceId, flag: true }))
    expect((await detail(village, id)).status).toBe('passed')
    // the newer one is signed by any one of the three
    const [, second] = await versions(m.key)
    const other = await ask({ processDefinitionId: second.processDefinitionId })
    expect((await detail(village, other)).flow.waiting[0]).toMatchObject({ signMode: 'any', missing: [] })
    ok(await county.post(at('work/complete-task'), { taskId: (await detail(county, other)).flow.taskId, flag: true }))
    expect((await detail(village, other)).status).toBe('passed')
  })

  test('of several performers is deployed of roles only, and of two people at least', async () => {
    const refused = async (groups: string, more: string) => {
      const m = await model((key) => drawing(key).replace('"town"', `"${groups}" ${more}`))
      return (await deploy(m.id)).msg
    }
    expect(await refused('town', 'flowable:sign="all"')).toBe('环节“approve”：会签至少需要两人：请选择多个角色，或增加每个角色的人数')
    expect(await refused('town', 'flowable:signers="2"')).toBe('环节“approve”：只有会签可以设置人数')
    expect(await refused('town', 'flowable:sign="most"')).toBe('环节“approve”：办理方式只能是会签或或签')
    expect(await refused('approver', 'flowable:sign="any"')).toBe('环节“approve”由指定的人办理，不能会签或或签')
    expect(await refused('town', 'flowable:sign="all" flowable:signers="2"')).toBe('操作成功')
  })

  test('may be kept unfinished, but is deployed only when it can run', async () => {
    const s = node('startEvent', 's'),
      e = node('endEvent', 'e')
    const task = (id: string, groups = 'town', more = '') => node('userTask', id, `flowable:candidateGroups="${groups}" ${more}`)
    const cases: [string, string, RegExp][] = [
      ['no start', task('a') + e + edge('f', 'a', 'e'), /一个开始事件/],
      ['two starts', s + node('startEvent', 's2') + task('a') + e + edge('f1', 's', 'a') + edge('f2', 'a', 'e') + edge('f3', 's2', 'a'), /一个开始事件/],
      ['no end', s + task('a') + edge('f1', 's', 'a') + edge('f2', 'a', 'a'), /缺少结束/],
      ['a task that nothing leads to', s + task('a') + task('b') + e + edge('f1', 's', 'a') + edge('f2', 'a', 'e') + edge('f3', 'b', 'e'), /到不了节点/],
      ['nobody to perform a task', s + node('userTask', 'a') + e + edge('f1', 's', 'a') + edge('f2', 'a', 'e'), /没有办理人/],
      ['a role that there is not', s + task('a', 'ghost') + e + edge('f1', 's', 'a') + edge('f2', 'a', 'e'), /ghost 不存在/],
      ['a person and a role', s + task('a', 'approver,town') + e + edge('f1', 's', 'a') + edge('f2', 'a', 'e'), /不能再有角色/],
      ['a task id of land business', s + task('publicity') + e + edge('f1', 's', 'publicity') + edge('f2', 'publicity', 'e'), /属于承包业务/],
      ['a timer', s + task('a') + e + edge('f1', 's', 'a') + edge('f2', 'a', 'e') + timer('t', 'a', 'P1D', true) + edge('f3', 't', 'e'), /暂不支持定时器/],
    ]
    for (const [name, inner, message] of cases) {
      const m = await model((key) => processOf(inner).replace('id="p"', `id="${key}"`))
      const a = await deploy(m.id)
      expect([name, a.code, a.key, message.test(a.msg)]).toEqual([name, 400, 'bad-model', true])
      expect(await versions(m.key)).toEqual([])
    }
    const m = await model((key) => oneTask().replace('id="p"', `id="${key}x"`))
    expect((await deploy(m.id)).msg).toBe(`流程编号 ${m.key}x 应与模型标识 ${m.key} 一致`)
    const english = await admin.send('POST', at('model/deploy'), { body: { modelId: m.id }, headers: { 'accept-language': 'en' } })
    expect(english.msg).toBe(`The process id ${m.key}x must be the key of the model, ${m.key}`)
  })

  test('is refused when it carries what could run or reach out, and too much of anything', async () => {
    const refused = async (xml: string) => {
      const a = await admin.post(at('model/submit'), { modelKey: fresh(), name: 'x', category: 'leave', xml })
      return [a.code, a.key]
    }
    for (const evil of [
      oneTask('<bpmn:scriptTask id="x"><bpmn:script>1</bpmn:script></bpmn:scriptTask>'),
      oneTask('<bpmn:serviceTask id="x" flowable:class="A" />'),
      oneTask('<bpmn:extensionElements><flowable:executionListener expression="x" /></bpmn:extensionElements>'),
      `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${oneTask()}`,
      oneTask(`<bpmn:documentation>${'x'.repeat(10_001)}</bpmn:documentation>`),
      '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>',
    ])
      expect(await refused(evil)).toEqual([400, 'bad-model'])
    const called = await model((key) =>
      oneTask()
        .replace('id="p"', `id="${key}"`)
        .replace(
          edge('f2', 'a', 'e'),
          () => node('exclusiveGateway', 'g', 'default="on"') + edge('f2', 'a', 'g') + edge('on', 'g', 'e') + edge('c', 'g', 'a', '${a.constructor()}'),
        ),
    )
    expect((await deploy(called.id)).msg).toMatch(/条件不合规/)
    const big = oneTask(`<bpmn:documentation>${'x'.repeat(9_000)}</bpmn:documentation>`.repeat(60))
    expect((await admin.post(at('model/submit'), { modelKey: 'big', name: 'x', category: 'leave', xml: big })).msg).toBe('流程图不能超过 512 KB')
  })

  test('cannot take the place of a land business, nor go to another tenant', async () => {
    const submit = (o: Record<string, unknown>) => admin.post(at('model/submit'), { modelKey: fresh(), name: 'x', category: 'leave', ...o })
    expect((await submit({ modelKey: 'contract_sign' })).msg).toMatch(/内置的承包业务流程/)
    expect((await submit({ category: 'business' })).data.fields).toEqual([{ field: 'typeCode', msg: '承包业务的模型请选择业务类型' }])
    expect((await submit({ typeCode: 'contract_sign' })).data.fields).toEqual([{ field: 'typeCode', msg: '只有流程分类为承包业务的模型才选择业务类型' }])
    expect((await submit({ modelKey: '1x' })).data.fields[0].field).toBe('modelKey')
    const m = await model(drawing)
    expect((await deploy(m.id, { category: 'business' })).data.fields[0].field).toBe('typeCode')
    expect((await deploy(m.id, { tenantIds: '100001' })).msg).toBe('不能部署到其他租户')
    const definition = ok(await admin.get(at('process/model-view'), { processDefinitionId: (await usual()).processDefinitionId })).xml
    expect(definition).toBe((await builtInLeave()).xml)
    // a drawn process is no choice for the configuration of a land business
    ok(await deploy(m.id))
    const [d] = await versions(m.key)
    const config = {
      regionCode: '512021',
      businessTypeCode: 'contract_sign',
      processName: 'x',
      processVersion: '1.0.0',
      processDefinitionId: d.processDefinitionId,
      minDays: 15,
    }
    expect((await admin.post('/yw-accept/process-config/save', config)).key).toBe('not-found')
    expect(ok(await admin.get('/yw-accept/process-config/list-process')).some((x: any) => x.id === d.processDefinitionId)).toBe(false)
  })

  test('of a type of land business begins with its process, keeps its tasks, and can be configured for it', async () => {
    const m = await model(undefined, { category: 'business', typeCode: 'contract_cancel', name: '合同注销（两级）' })
    const row = ok(await admin.get(at('model/detail'), { id: m.id }))
    const body = (xml: string) => ({ id: m.id, rev: row.rev, modelKey: m.key, name: row.name, category: 'business', typeCode: 'contract_cancel', xml })
    expect(row.xml).toContain(`<bpmn:process id="${m.key}" name="合同注销（两级）"`)
    expect((await admin.post(at('model/submit'), { ...body(row.xml), typeCode: 'change_merge' })).msg).toBe('当前状态不能修改模型的业务类型')
    ok(await admin.post(at('model/submit'), body(row.xml.replaceAll('"check"', '"checked"').replaceAll('>check<', '>checked<'))))
    expect((await deploy(m.id)).msg).toMatch(/^合同注销（终止）流程：环节“初审”（checked）不属于该业务类型/)
    const en = await admin.send('POST', at('model/deploy'), { body: { modelId: m.id }, headers: { 'accept-language': 'en' } })
    expect(en.msg).toMatch(/^Process of contract_cancel: task “初审” \(checked\) does not belong to the type/)
    ok(await admin.post(at('model/submit'), { ...body(row.xml), rev: row.rev + 1 }))
    ok(await deploy(m.id))
    const [d] = await versions(m.key)
    expect([d.category, (await rows(village, 'work/start-list')).some((s) => s.key === m.key)]).toEqual(['business', false])
    const offered = ok(await admin.get('/yw-accept/process-config/list-process')).filter((x: any) => x.id === d.processDefinitionId)
    expect(offered).toEqual([
      { id: d.processDefinitionId, typeCode: 'contract_cancel', name: '合同注销（两级）', isBuiltIn: false, version: 1, day: d.deploymentTime.slice(0, 10) },
    ])
    const config = (businessTypeCode: string) => ({
      regionCode: '512021',
      businessTypeCode,
      processName: 'x',
      processVersion: '1.0.0',
      processDefinitionId: d.processDefinitionId,
      minDays: 15,
    })
    expect((await admin.post('/yw-accept/process-config/save', config('change_merge'))).key).toBe('not-found')
    ok(await admin.post('/yw-accept/process-config/save', config('contract_cancel')))
  })

  test('belongs to its tenant, and each act to its button', async () => {
    const m = await model(drawing)
    ok(await deploy(m.id))
    const [d] = await versions(m.key)
    expect((await other.get(at('model/detail'), { id: m.id })).code).toBe(404)
    expect((await other.post(at('model/deploy'), { modelId: m.id })).code).toBe(404)
    expect((await other.post(at('manager/change-state'), {}, { processId: d.id, state: 'suspend' })).code).toBe(404)
    expect((await other.post(at('manager/delete-deployment'), {}, { deploymentIds: d.id })).code).toBe(404)
    expect((await other.get(at('process/model-view'), { processDefinitionId: d.processDefinitionId })).code).toBe(404)
    expect((await rows(other, 'manager/list', { key: m.key })).length).toBe(0)
    for (const [path, body] of [
      ['model/submit', {}],
      ['model/remove', {}],
      ['model/deploy', { modelId: m.id }],
      ['manager/change-state', {}],
      ['manager/delete-deployment', {}],
      ['follow/delete-process-instance', {}],
    ] as const)
      expect([path, (await county.post(at(path), body)).code]).toEqual([path, 403])
    const { rows: said } = await w.db.pool.query(`select action from audit_event where "objectId" = $1`, [d.id])
    expect(said.map((x) => x.action)).toEqual(['flow_deployment.insert'])
  })
})

describe('a deployed process', () => {
  test('that is disabled cannot be started, and what runs goes on', async () => {
    const m = await model(drawing)
    ok(await deploy(m.id))
    const [d] = await versions(m.key)
    const running = await ask({ processDefinitionId: d.processDefinitionId })
    const change = (state: string) => admin.post(at('manager/change-state'), {}, { processId: d.id, state })
    ok(await change('suspend'))
    expect((await change('suspend')).key).toBe('not-allowed-now')
    expect((await change('off')).code).toBe(400)
    expect((await village.post(at('leave/start-process'), await request({ processDefinitionId: d.processDefinitionId }))).key).toBe('not-startable')
    expect((await rows(village, 'work/start-list')).some((s) => s.key === m.key)).toBe(false)
    ok(await act(town, running, true))
    ok(await change('active'))
    await ask({ processDefinitionId: d.processDefinitionId })
  })

  test('is deleted only when nothing runs, and its ended instances can still be drawn', async () => {
    const m = await model(drawing)
    ok(await deploy(m.id))
    const [d] = await versions(m.key)
    const remove = (ids = d.id) => admin.post(at('manager/delete-deployment'), {}, { deploymentIds: ids })
    const running = await ask({ processDefinitionId: d.processDefinitionId })
    expect((await remove()).msg).toBe(`流程“${d.name}”版本 1 还有 1 个实例在运行，不能删除`)
    expect((await admin.post(at('model/remove'), {}, { ids: m.id })).key).toBe('still-deployed')
    ok(await act(town, running, true))
    expect((await remove(`${d.id},1`)).code).toBe(404)
    ok(await remove())
    expect((await remove('')).code).toBe(400)
    expect(await versions(m.key)).toEqual([])
    expect(ok(await village.get(at('process/model-view'), { processInstanceId: (await detail(village, running)).flow.processInstanceId })).xml).toContain(m.key)
    await redraw(m.id, drawing(m.key, '2'))
    ok(await deploy(m.id))
    expect((await versions(m.key)).map((v) => v.version)).toEqual([2])
    ok(await remove((await versions(m.key))[0].id))
    ok(await admin.post(at('model/remove'), {}, { ids: m.id }))
  })

  test('that comes with the product is listed and drawn, and cannot be disabled or deleted', async () => {
    const list = await rows(admin, 'manager/list', { builtIn: 1 })
    expect([list.length, list.filter((b) => b.category === 'business').length]).toEqual([12, 11])
    for (const b of list) {
      expect(ok(await admin.get(at('process/model-view'), { processDefinitionId: b.processDefinitionId })).xml).toContain(`id="${b.key}"`)
      expect((await admin.post(at('manager/change-state'), {}, { processId: b.processDefinitionId, state: 'suspend' })).key).toBe('built-in')
      expect((await admin.post(at('manager/delete-deployment'), {}, { deploymentIds: b.processDefinitionId })).key).toBe('built-in')
    }
  })

  test('of the key leave takes the place of the built-in one', async () => {
    const built = (await usual()).processDefinitionId
    const id = ok(await admin.post(at('model/submit'), { modelKey: 'leave', name: '本县请假', category: 'leave', xml: drawing('leave') }))
    ok(await deploy(id))
    const [d] = (await versions('leave')).filter((x) => x.key === 'leave')
    expect(await usual()).toMatchObject({ isBuiltIn: 0, name: '本县请假', version: 1 })
    expect(ok(await village.get(at('process/get-process'), { category: 'leave' })).processDefinitionId).toBe(d.processDefinitionId)
    expect((await village.post(at('leave/start-process'), await request({ processDefinitionId: built }))).key).toBe('not-startable')
    ok(await admin.post(at('manager/delete-deployment'), {}, { deploymentIds: d.id }))
    expect((await usual()).processDefinitionId).toBe(built)
  })
})

describe('a running process', () => {
  test('is followed and stopped with a reason, once', async () => {
    const id = await ask()
    const [i] = (await rows(admin, 'follow/list')).filter((x) => x.businessKey === id)
    expect(i).toMatchObject({ activityId: 'approve', activityName: '领导审批', assigneeName: '镇级经办', startUserName: '村级经办', category: 'leave' })
    expect('state' in i).toBe(false)
    const stop = (reason: string) => admin.post(at('follow/delete-process-instance'), {}, { processInstanceId: i.id, reason })
    for (const bad of [' ', '字'.repeat(201)]) expect((await stop(bad)).data.fields[0]).toEqual({ field: 'reason', msg: '请输入原因，不超过200字' })
    ok(await stop('走错流程'))
    expect((await stop('再来')).key).toBe('not-allowed-now')
    expect(await detail(village, id)).toMatchObject({ status: 'revoked', flow: { status: 'deleted', reason: '走错流程', waiting: [] } })
    expect((await rows(admin, 'follow/list')).some((x) => x.businessKey === id)).toBe(false)
    expect(
      (await rows(village, 'work/send-list', { processDefinitionName: '请', beginDate: '2020-01-01', endDate: '2099-01-01' })).some((x) => x.businessId === id),
    ).toBe(true)
    expect(await rows(village, 'work/send-list', { endDate: '2020-01-01' })).toEqual([])
    expect((await village.get(at('work/send-list'), { endDate: 'x' })).code).toBe(400)
  })
})
