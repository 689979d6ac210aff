// Who may do what when, written out: the same table as business-flows.md 3.1. It is compared with the rule cell by cell, and walked through the
// server where a wrong cell would let somebody end or turn back what is not his.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACTIONS, admits, allowedActions, STATUS, type Actor } from './rules/flow.ts'
import { bench, land, walk, type Bench, type Person } from '../../tests/case-bench.ts'

const YES = '●'
/** Rows: status or task, and action. Columns: its creator, the task's assignee, an administrator, who gave it away for an opinion, who is asked, its creator before anybody took it up, anybody else. */
const MATRIX = `
                        creator assignee admin owner delegate alone other
  todo      update         ●       ·       ·     ·      ·       ·     ·
  todo      save-commit    ●       ·       ·     ·      ·       ·     ·
  todo      pass           ·       ·       ·     ·      ·       ·     ·
  todo      return         ·       ·       ·     ·      ·       ·     ·
  todo      revoke         ●       ·       ●     ·      ·       ·     ·
  todo      undo           ·       ·       ·     ·      ·       ·     ·
  todo      remove         ●       ·       ·     ·      ·       ·     ·
  todo      print          ●       ●       ●     ●      ●       ●     ●
  todo      delegate       ·       ·       ·     ·      ·       ·     ·
  todo      opinion        ·       ·       ·     ·      ·       ·     ·
  todo      take-back      ·       ·       ·     ·      ·       ·     ·

  register  update         ·       ●       ·     ·      ·       ·     ·
  register  save-commit    ·       ·       ·     ·      ·       ·     ·
  register  pass           ·       ●       ·     ·      ·       ·     ·
  register  return         ·       ·       ·     ·      ·       ·     ·
  register  revoke         ●       ·       ●     ·      ·       ·     ·
  register  undo           ·       ·       ·     ·      ·       ·     ·
  register  remove         ·       ·       ·     ·      ·       ·     ·
  register  print          ●       ●       ●     ●      ●       ●     ●
  register  delegate       ·       ·       ·     ·      ·       ·     ·
  register  opinion        ·       ·       ·     ·      ·       ·     ·
  register  take-back      ·       ·       ·     ·      ·       ·     ·

  survey    update         ·       ●       ·     ·      ·       ·     ·
  survey    save-commit    ·       ·       ·     ·      ·       ·     ·
  survey    pass           ·       ●       ·     ·      ·       ·     ·
  survey    return         ·       ●       ·     ·      ·       ·     ·
  survey    revoke         ●       ·       ●     ·      ·       ·     ·
  survey    undo           ·       ·       ·     ·      ·       ·     ·
  survey    remove         ·       ·       ·     ·      ·       ·     ·
  survey    print          ●       ●       ●     ●      ●       ●     ●
  survey    delegate       ·       ●       ·     ·      ·       ·     ·
  survey    opinion        ·       ·       ·     ·      ●       ·     ·
  survey    take-back      ·       ·       ·     ●      ·       ·     ·

  check     update         ·       ·       ·     ·      ·       ·     ·
  check     save-commit    ·       ·       ·     ·      ·       ·     ·
  check     pass           ·       ●       ·     ·      ·       ·     ·
  check     return         ·       ●       ·     ·      ·       ·     ·
  check     revoke         ·       ·       ●     ·      ·       ●     ·
  check     undo           ·       ·       ·     ·      ·       ·     ·
  check     remove         ·       ·       ·     ·      ·       ·     ·
  check     print          ●       ●       ●     ●      ●       ●     ●
  check     delegate       ·       ●       ·     ·      ·       ·     ·
  check     opinion        ·       ·       ·     ·      ●       ·     ·
  check     take-back      ·       ·       ·     ●      ·       ·     ·

  publicity update         ·       ·       ·     ·      ·       ·     ·
  publicity save-commit    ·       ·       ·     ·      ·       ·     ·
  publicity pass           ·       ●       ·     ·      ·       ·     ·
  publicity return         ·       ●       ·     ·      ·       ·     ·
  publicity revoke         ·       ·       ●     ·      ·       ·     ·
  publicity undo           ·       ·       ·     ·      ·       ·     ·
  publicity remove         ·       ·       ·     ·      ·       ·     ·
  publicity print          ●       ●       ●     ●      ●       ●     ●
  publicity delegate       ·       ●       ·     ·      ·       ·     ·
  publicity opinion        ·       ·       ·     ·      ●       ·     ·
  publicity take-back      ·       ·       ·     ●      ·       ·     ·

  recheck   update         ·       ·       ·     ·      ·       ·     ·
  recheck   save-commit    ·       ·       ·     ·      ·       ·     ·
  recheck   pass           ·       ●       ·     ·      ·       ·     ·
  recheck   return         ·       ●       ·     ·      ·       ·     ·
  recheck   revoke         ·       ·       ●     ·      ·       ·     ·
  recheck   undo           ·       ·       ·     ·      ·       ·     ·
  recheck   remove         ·       ·       ·     ·      ·       ·     ·
  recheck   print          ●       ●       ●     ●      ●       ●     ●
  recheck   delegate       ·       ●       ·     ·      ·       ·     ·
  recheck   opinion        ·       ·       ·     ·      ●       ·     ·
  recheck   take-back      ·       ·       ·     ●      ·       ·     ·

  sign      update         ·       ·       ·     ·      ·       ·     ·
  sign      save-commit    ·       ·       ·     ·      ·       ·     ·
  sign      pass           ·       ●       ·     ·      ·       ·     ·
  sign      return         ·       ●       ·     ·      ·       ·     ·
  sign      revoke         ·       ·       ●     ·      ·       ·     ·
  sign      undo           ·       ·       ·     ·      ·       ·     ·
  sign      remove         ·       ·       ·     ·      ·       ·     ·
  sign      print          ●       ●       ●     ●      ●       ●     ●
  sign      delegate       ·       ●       ·     ·      ·       ·     ·
  sign      opinion        ·       ·       ·     ·      ●       ·     ·
  sign      take-back      ·       ·       ·     ●      ·       ·     ·

  done      update         ·       ·       ·     ·      ·       ·     ·
  done      save-commit    ·       ·       ·     ·      ·       ·     ·
  done      pass           ·       ·       ·     ·      ·       ·     ·
  done      return         ·       ·       ·     ·      ·       ·     ·
  done      revoke         ·       ·       ·     ·      ·       ·     ·
  done      undo           ·       ·       ●     ·      ·       ·     ·
  done      remove         ·       ·       ·     ·      ·       ·     ·
  done      print          ●       ●       ●     ●      ●       ●     ●
  done      delegate       ·       ·       ·     ·      ·       ·     ·
  done      opinion        ·       ·       ·     ·      ·       ·     ·
  done      take-back      ·       ·       ·     ·      ·       ·     ·

  revoked   update         ·       ·       ·     ·      ·       ·     ·
  revoked   save-commit    ·       ·       ·     ·      ·       ·     ·
  revoked   pass           ·       ·       ·     ·      ·       ·     ·
  revoked   return         ·       ·       ·     ·      ·       ·     ·
  revoked   revoke         ·       ·       ·     ·      ·       ·     ·
  revoked   undo           ·       ·       ·     ·      ·       ·     ·
  revoked   remove         ·       ·       ●     ·      ·       ·     ·
  revoked   print          ●       ●       ●     ●      ●       ●     ●
  revoked   delegate       ·       ·       ·     ·      ·       ·     ·
  revoked   opinion        ·       ·       ·     ·      ·       ·     ·
  revoked   take-back      ·       ·       ·     ·      ·       ·     ·
`
const [heads, ...lines] = MATRIX.trim()
  .split('\n')
  .map((l) => l.trim().split(/\s+/))
  .filter((l) => l.length > 1)
const who = (role: string): Actor => ({
  creator: role === 'creator',
  assignee: role === 'assignee',
  admin: role === 'admin',
  owner: role === 'owner',
  delegate: role === 'delegate',
  alone: role === 'alone',
})
const standing = (at: string) => {
  const status = (STATUS as Readonly<Record<string, string>>)[at]
  return status ? { status } : { status: STATUS.doing, taskKey: at }
}
/** What the table gives to somebody who is all of these. */
const given = (at: string, roles: readonly string[]) =>
  lines
    .filter(([where, , ...cells]) => where === at && cells.some((c, i) => c === YES && (heads![i] === 'other' || roles.includes(heads![i]!))))
    .map((l) => l[1])

test('the rule admits what the table says, cell by cell, and nothing else', () => {
  const at = [...new Set(lines.map((l) => l[0]!))]
  expect(lines.map((l) => `${l[0]} ${l[1]}`)).toEqual(at.flatMap((a) => ACTIONS.map((action) => `${a} ${action}`)))
  const is = lines.map(([where, action]) =>
    heads!.map((role) => (admits(standing(where!), action as (typeof ACTIONS)[number], who(role)) ? YES : '·')).join(' '),
  )
  expect(lines.map(([w, a], i) => `${w} ${a} ${is[i]}`)).toEqual(lines.map((l) => l.join(' ')))
  // a person who is two things at once may do what either may
  for (const a of at) expect(allowedActions(standing(a), { creator: true, assignee: true, admin: false })).toEqual(given(a, ['creator', 'assignee']))
})

let b: Bench
let { detail, step, begun, to } = {} as ReturnType<typeof walk>
const TASKS = ['survey', 'check', 'publicity', 'recheck', 'sign'] as const
let next = 0
const serial = (n: number) => String(n).padStart(5, '0')
/** A fresh case of a parcel of its own that stands in a task. */
async function standingIn(task: string): Promise<string> {
  next += 1
  const id = await begun([serial(next)], next)
  await to(id, task)
  return id
}
const revoke = (id: string, person: Person) => b.call(person)('POST', '/yw-accept/business/revoke', { businessId: id, reason: '误录' })
const key = (r: { key?: string; msg: string }) => r.key ?? r.msg

beforeAll(async () => {
  b = await bench()
  ;({ detail, step, begun, to } = walk(b))
  await land(
    b,
    Array.from({ length: 11 }, (_, i) => serial(i + 1)),
  )
})
afterAll(() => b.end())

/** What each person is to a case of the village clerk: whoever performs the task is its assignee. An administrator may take every open task. */
const IS: Readonly<Record<string, (task: string) => string[]>> = {
  village: (task) => (['publicity', 'register'].includes(task) ? ['creator', 'assignee'] : ['creator']),
  town: (task) => (task === 'recheck' ? [] : ['assignee']),
  county: (task) => (task === 'recheck' ? ['assignee'] : []),
  office: () => ['admin'],
  admin: () => ['assignee', 'admin'],
}

test.each(TASKS)('in %s everybody is shown what the table gives him, and a case is revoked by whom it names and by nobody else', async (task) => {
  const id = await standingIn(task)
  const actions = async (p: Person) => (await b.call(p)('GET', '/yw-accept/business/detail', {}, { id })).data?.actions
  for (const [p, is] of Object.entries(IS)) expect([p, await actions(p as Person)]).toEqual([p, given(task, is(task))])
  expect(await actions('other')).toBe(undefined)
  const stands = await detail(id)
  const creatorToo = given(task, ['creator']).includes('revoke')
  expect(creatorToo).toBe(task === 'survey')
  for (const p of ['town', 'county'] as const) expect([p, key(await revoke(id, p))]).toEqual([p, 'E2002'])
  if (!creatorToo) expect(key(await revoke(id, 'village'))).toBe('E2002')
  expect(key(await revoke(id, 'other'))).toBe('not-found')
  expect(await detail(id)).toEqual(stands)
  expect(key(await revoke(id, 'office'))).toBe('操作成功')
  expect([(await detail(id)).status, key(await revoke(id, 'office'))]).toEqual(['4', 'E2002'])
})

test('in survey the creator revokes his own case, and in register after a return as well', async () => {
  expect(key(await revoke(await standingIn('survey'), 'village'))).toBe('操作成功')
  const back = await standingIn('survey')
  expect(key(await step(back, 'town', { result: 'return', target: 'register' }))).toBe('操作成功')
  expect((await detail(back)).taskKey).toBe('register')
  // the township may take the task, and did not create the case
  expect(key(await revoke(back, 'town'))).toBe('E2002')
  expect(key(await step(back, 'village', { result: 'return' }))).toBe('E2002')
  expect(key(await revoke(back, 'village'))).toBe('操作成功')
})

test.each(TASKS.slice(1))('from %s the assignee returns it, and nobody else', async (task) => {
  const id = await standingIn(task)
  const back = (p: Person) => step(id, p, { result: 'return', target: 'survey', comment: '面积不清' })
  const strangers = (Object.keys(IS) as Person[]).filter((p) => !IS[p]!(task).includes('assignee'))
  for (const p of strangers) expect([p, key(await back(p))]).toEqual([p, 'not-your-task'])
  expect(strangers).toContain('office')
  expect(key(await back('other'))).toBe('not-found')
  expect((await detail(id)).taskKey).toBe(task)
  expect(key(await back(task === 'recheck' ? 'county' : 'town'))).toBe('操作成功')
  expect((await detail(id)).taskKey).toBe('survey')
})
