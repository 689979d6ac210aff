// Leave from request to end, through HTTP with named people.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, World } from '../../tests/world.ts'
import { act, at, detail, ok, processStage, rows, type ProcessStage } from '../../tests/process-bench.ts'

let w: World, admin: Client, county: Client, town: Client, village: Client, large: Client, other: Client
let person: ProcessStage['person'], request: ProcessStage['request'], ask: ProcessStage['ask']
beforeAll(async () => {
  ;({ w, admin, county, town, village, large, other, person, request, ask } = await processStage())
})
afterAll(() => w?.end())

describe('leave', () => {
  test('of a day is asked for, approved by the person named, and over', async () => {
    const id = await ask()
    expect(await detail(village, id)).toMatchObject({
      status: 'doing',
      days: 1,
      applicantName: '村级经办',
      flow: { taskId: null, waiting: [{ name: '领导审批', assigneeName: '镇级经办' }] },
    })
    const [todo] = (await rows(town, 'work/todo-list')).filter((t) => t.businessId === id)
    expect(todo).toMatchObject({ taskName: '领导审批', category: 'leave', businessTable: 'leave', processDefinitionName: '请假', startUserName: '村级经办' })
    ok(await act(town, id, true, { comment: '同意' }))
    expect(await detail(village, id)).toMatchObject({ status: 'passed', flow: { status: 'done', processIsFinished: 'finished' } })
    expect((await rows(town, 'work/todo-list')).filter((t) => t.businessId === id)).toEqual([])
    expect((await rows(town, 'work/done-list')).find((t) => t.businessId === id)).toMatchObject({ outcome: 'pass', comment: '同意' })
    expect((await rows(village, 'work/send-list')).find((t) => t.businessId === id)).toMatchObject({ processIsFinished: 'finished' })
    const { processInstanceId } = todo
    const story = ok(await village.get(at('process/history-flow-list'), { processInstanceId }))
    expect(story.map((h: any) => [h.action, h.name, h.comment])).toEqual([
      ['start', null, null],
      ['pass', '领导审批', '同意'],
    ])
    expect(story[1]).toMatchObject({
      historyActivityName: '领导审批',
      assigneeName: '镇级经办',
      flag: true,
      historyActivityDurationTime: expect.stringMatching(/分钟$/),
    })
    expect(story[1].createTime <= story[1].endTime).toBe(true)
    const view = ok(await village.get(at('process/model-view'), { processInstanceId }))
    expect([view.status, view.nodes.find((x: any) => x.activityId === 'approve')]).toEqual(['done', { activityId: 'approve', status: 'finished' }])
  })

  test('above three days goes to the county as well, where a clerk claims it first', async () => {
    const id = await ask({ endTime: '2026-12-05 09:00:01' })
    ok(await act(town, id, true))
    const [task] = (await rows(county, 'work/claim-list')).filter((t) => t.businessId === id)
    expect(task.taskName).toBe('县级备案')
    expect((await village.post(at('work/claim-task'), {}, { taskId: task.taskId })).code).toBe(403)
    ok(await county.post(at('work/claim-task'), {}, { taskId: task.taskId }))
    expect((await rows(county, 'work/todo-list')).some((t) => t.taskId === task.taskId)).toBe(true)
    expect((await rows(county, 'work/claim-list')).some((t) => t.taskId === task.taskId)).toBe(false)
    ok(await act(county, id, true))
    expect((await detail(village, id)).status).toBe('passed')
    const exact = await ask({ endTime: '2026-12-04 09:00:00' })
    ok(await act(town, exact, true))
    expect((await detail(village, exact)).status).toBe('passed')
  })

  test('that is returned is changed by who asked, who may name another person, and comes back', async () => {
    const id = await ask()
    expect((await act(town, id, false, { comment: ' ' })).data.fields[0].msg).toBe('请输入意见，不超过254字')
    ok(await act(town, id, false, { comment: '改日' }))
    expect((await detail(village, id)).flow).toMatchObject({ taskName: '调整申请', isOwnTask: 1 })
    expect((await act(village, id, true, { variables: { endTime: '2026-12-01 08:00:00' } })).data.fields[0].msg).toBe('结束时间应晚于开始时间')
    ok(await act(village, id, true, { variables: { endTime: '2026-12-09 09:00:00', taskUser: await person('county') } }))
    expect(await detail(county, id)).toMatchObject({ endTime: '2026-12-09 09:00:00', taskUserName: '县级经办', flow: { taskName: '领导审批' } })
    ok(await act(county, id, true))
    expect((await detail(county, id)).flow.taskName).toBe('县级备案')
  })

  test('that nobody has decided anything of may always be taken back by who asked, and by nobody else', async () => {
    const id = await ask()
    const back = (who: Client) => who.post(at('leave/withdraw'), { businessId: id })
    expect((await detail(village, id)).flow.canWithdraw).toBe(1)
    expect((await detail(town, id)).flow.canWithdraw).toBe(0)
    expect((await back(town)).code).not.toBe(200)
    ok(await back(village))
    expect(await detail(village, id)).toMatchObject({ status: 'revoked', flow: { status: 'deleted', reason: '申请人撤回', waiting: [], canWithdraw: 0 } })
    expect((await rows(town, 'work/todo-list')).filter((t) => t.businessId === id)).toEqual([])
    expect((await back(village)).key).toBe('not-allowed-now')
    const decided = await ask({ endTime: '2026-12-05 09:00:01' })
    ok(await act(town, decided, true))
    expect((await detail(village, decided)).flow.canWithdraw).toBe(0)
    expect((await village.post(at('leave/withdraw'), { businessId: decided })).msg).toBe('当前状态不能撤回，已有人办理')
  })

  test('who leaves hands over: his open work is named before he is removed or switched off, and goes to another person', async () => {
    const id = await ask()
    const [from, to] = [await person('town'), await person('county')]
    const row = ok(await admin.get('/cpt-user/detail', { id: from }))
    const off = () => admin.post('/cpt-user/update', { ...row, status: 0 })
    const before = (await rows(town, 'work/todo-list')).length
    for (const refused of [await admin.post('/cpt-user/remove', undefined, { ids: from }), await off()]) {
      expect(refused.key).toBe('open-work')
      expect(refused.msg).toMatch(new RegExp(`^镇级经办还有${before}件未办工作：.*请假（领导审批）.*，请先移交给他人$`))
    }
    for (const wrong of ['9999999999999999', from]) expect((await admin.post('/cpt-user/hand-over', undefined, { userId: from, to: wrong })).code).toBe(404)
    ok(await admin.post('/cpt-user/hand-over', undefined, { userId: from, to }))
    expect(await detail(county, id)).toMatchObject({ flow: { taskName: '领导审批', waiting: [{ assigneeName: '县级经办' }] } })
    expect(await rows(town, 'work/todo-list')).toEqual([])
    expect((await admin.post('/cpt-user/hand-over', undefined, { userId: from, to })).msg).toBe('该用户没有未办工作')
    ok(await act(county, id, true))
    expect((await village.post('/cpt-user/hand-over', undefined, { userId: from, to })).code).toBe(403)
  })

  test('that is returned may be withdrawn, and then nothing waits', async () => {
    const id = await ask()
    ok(await act(town, id, false))
    ok(await act(village, id, false, { comment: '不去了' }))
    expect(await detail(village, id)).toMatchObject({ status: 'revoked', flow: { status: 'deleted', reason: '不去了', waiting: [] } })
  })

  test('is seen by those who take part and who follow all, and by nobody else', async () => {
    const id = await ask({ taskUser: await person('county') })
    const { flow } = await detail(county, id)
    for (const stranger of [town, other]) {
      expect((await stranger.get(at('leave/detail'), { businessId: id })).code).toBe(404)
      expect((await stranger.get(at('process/history-flow-list'), { processInstanceId: flow.processInstanceId })).code).toBe(404)
      expect((await stranger.get(at('process/model-view'), { processInstanceId: flow.processInstanceId })).code).toBe(404)
      expect([403, 404]).toContain((await stranger.post(at('work/complete-task'), { taskId: flow.taskId, flag: true })).code)
    }
    expect((await admin.get(at('leave/detail'), { businessId: id })).code).toBe(200)
    for (const list of ['work/claim-list', 'work/todo-list', 'work/done-list', 'work/send-list'])
      expect([list, (await rows(town, list)).filter((t) => t.businessId === id)]).toEqual([list, []])
    expect((await large.post(at('leave/start-process'), await request())).code).toBe(403)
  })

  test('is refused with its reason where it makes no sense, and nothing is stored', async () => {
    const count = async () => Number((await w.db.pool.query('select count(*) as n from leave')).rows[0].n)
    const before = await count()
    const refused = async (o: Record<string, unknown>) => {
      const a = await village.post(at('leave/start-process'), await request(o))
      return [a.code, a.data?.fields?.[0]?.msg ?? a.key]
    }
    expect(await refused({ endTime: '2026-12-01 09:00:00' })).toEqual([400, '结束时间应晚于开始时间'])
    expect(await refused({ reason: '' })).toEqual([400, '请输入请假事由'])
    expect(await refused({ reason: '字'.repeat(201) })).toEqual([400, '请假事由长度不能超过200位'])
    expect(await refused({ startTime: '明天' })).toEqual([400, '开始时间格式不正确'])
    for (const name of ['village', 'large', 'audit']) expect(await refused({ taskUser: await person(name) })).toEqual([400, '所选审批人不能审批您的申请'])
    expect(await refused({ processDefinitionId: 'x' })).toEqual([409, 'not-startable'])
    const land = ok(await village.get(at('process/get-process'), { category: 'contract_sign' }))
    expect(await refused({ processDefinitionId: land.processDefinitionId })).toEqual([409, 'not-startable'])
    expect(await count()).toBe(before)
    expect(
      ok(await village.get(at('leave/approvers')))
        .map((p: any) => p.realName)
        .sort(),
    ).toEqual(['县级经办', '签约员', '超级管理员', '镇级经办', '镇级经办二'].sort())
  })

  test('of who stands at the top, above whom nobody is, is approved by those nearest below, who see it', async () => {
    const names = ok(await admin.get(at('leave/approvers'))).map((p: any) => p.realName)
    expect(names).toEqual(['县级经办'])
    const refused = await admin.post(at('leave/start-process'), await request({ taskUser: await person('town') }))
    expect([refused.code, refused.data?.fields?.[0]?.msg]).toEqual([400, '所选审批人不能审批您的申请'])
    const id = ok(await admin.post(at('leave/start-process'), await request({ taskUser: await person('county') })))
    expect(await detail(admin, id)).toMatchObject({ status: 'doing', applicantName: '超级管理员', regionCode: '512021' })
    ok(await act(county, id, true, { comment: '同意' }))
    expect((await detail(admin, id)).status).toBe('passed')
  })

  test('is decided once, however many decide at the same moment', async () => {
    const id = await ask()
    // the task is looked up before anybody decides: whoever looks afterwards finds none
    const { flow } = await detail(village, id)
    const [task] = (await rows(town, 'work/todo-list')).filter((t) => t.businessId === id)
    const decide = (flag: boolean) =>
      town.post(at('work/complete-task'), { taskId: task.taskId, processInstanceId: flow.processInstanceId, flag, comment: '意见' })
    const answers = await Promise.all([decide(true), decide(false), decide(true)])
    expect(answers.filter((a) => a.code === 200)).toHaveLength(1)
    expect(answers.filter((a) => a.key === 'E2001')).toHaveLength(2)
    expect((await rows(town, 'work/done-list')).filter((t) => t.businessId === id)).toHaveLength(1)
  })
})
