import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Client, type World } from '../../tests/world.ts'
import { layoutWrong, VIEW_LIMITS } from './view.ts'

let w: World
let admin: Client, county: Client, town: Client, village: Client
beforeAll(async () => {
  w = await world()
  ;[admin, county, town, village] = await Promise.all([w.as('admin'), w.as('county'), w.as('town'), w.as('village')])
})
afterAll(() => w?.end())

const at = (verb: string) => `/platform/list-view/${verb}`
const LAYOUT = { columns: [{ name: 'cbfmc', width: 200, pinned: 'left' }], density: 'middle', sort: ['-cbfbm'] }
const view = (more: object = {}) => ({ list: 'cbf', title: '未签约', kind: 'private', layout: LAYOUT, where: { field: 'djzt', op: 'ne', value: '2' }, ...more })
const titles = async (who: Client, list = 'cbf') => ((await who.get(at('page'), { list })).data.records as { title: string }[]).map((v) => v.title).toSorted()
const made = async (who: Client, more: object) => {
  const a = await who.post(at('save'), view(more))
  expect([a.code, a.msg]).toEqual([200, '操作成功'])
  return String(a.data)
}

test('a private view is its owner’s alone: nobody else sees, changes or removes it', async () => {
  const id = await made(town, { list: 'p', title: '我的' })
  expect(await titles(town, 'p')).toEqual(['我的'])
  const [mine] = (await town.get(at('page'), { list: 'p' })).data.records
  expect(mine).toMatchObject({ id, kind: 'private', mayEdit: 1, layout: LAYOUT, where: { field: 'djzt', op: 'ne', value: '2' } })
  for (const who of [admin, county, village]) {
    expect(await titles(who, 'p')).toEqual([])
    expect((await who.post(at('update'), { ...view({ list: 'p', title: '别人的' }), id, rev: 1 })).code).toBe(404)
    expect((await who.post(at('remove'), {}, { ids: id })).code).toBe(404)
  }
  expect((await town.post(at('update'), { ...view({ list: 'p', title: '改' }), id, rev: 1 })).code).toBe(200)
  // somebody else's change meanwhile, and another list
  expect((await town.post(at('update'), { ...view({ list: 'p' }), id, rev: 1 })).msg).toBe('数据已被他人修改，请刷新后重试')
  expect((await town.post(at('update'), { ...view({ list: 'q' }), id, rev: 2 })).msg).toBe('列表不能修改')
  expect((await town.post(at('remove'), {}, { ids: id })).code).toBe(200)
  expect(await titles(town, 'p')).toEqual([])
})

test('a shared view needs the button, and is seen at and below the region of its maker', async () => {
  const refused = await village.post(at('save'), view({ list: 's', kind: 'shared' }))
  expect([refused.code, refused.msg]).toEqual([403, '没有操作权限'])
  await made(county, { list: 's', title: '县', kind: 'shared' })
  const id = await made(town, { list: 's', title: '镇', kind: 'shared' })
  expect(await titles(town, 's')).toEqual(['县', '镇'].toSorted())
  expect(await titles(village, 's')).toEqual(['县', '镇'].toSorted())
  expect(await titles(await w.as('town2'), 's')).toEqual(['县', '镇'].toSorted())
  expect(await titles(county, 's')).toEqual(['县'])
  expect(await titles(await w.as('other'), 's')).toEqual([])
  // who sees it may not change it without the button; who has it in the region may
  expect((await village.post(at('remove'), {}, { ids: id })).code).toBe(403)
  expect((await village.get(at('page'), { list: 's' })).data.records[0].mayEdit).toBe(0)
  expect((await county.post(at('update'), { ...view({ list: 's', title: '镇二', kind: 'shared' }), id, rev: 1 })).code).toBe(200)
  // made private it is its maker's again
  expect((await town.post(at('update'), { ...view({ list: 's', title: '镇三' }), id, rev: 2 })).code).toBe(200)
  expect(await titles(village, 's')).toEqual(['县'])
  // nobody shares upwards what he does not see as a whole
  expect((await town.post(at('remove'), {}, { ids: (await county.get(at('page'), { list: 's' })).data.records[0].id })).code).toBe(403)
})

test('what a role begins with is set by administrators, one a role and list, for its holders', async () => {
  const roleId = String((await w.db.pool.query(`select id from sys_role where "tenantId" = '000000' and "roleAlias" = 'village'`)).rows[0].id)
  for (const who of [county, town, village]) expect((await who.post(at('save'), view({ list: 'r', kind: 'role', roleId }))).code).toBe(403)
  expect((await admin.post(at('save'), view({ list: 'r', kind: 'role' }))).msg).toBe('请选择角色')
  expect((await admin.post(at('save'), view({ list: 'r', kind: 'role', roleId: '4242' }))).code).toBe(404)
  const id = await made(admin, { list: 'r', title: '村里', kind: 'role', roleId })
  expect((await admin.post(at('save'), view({ list: 'r', kind: 'role', roleId }))).msg).toBe('该角色已有此列表的默认视图')
  expect([await titles(village, 'r'), await titles(town, 'r')]).toEqual([['村里'], []])
  expect((await village.post(at('update'), { ...view({ list: 'r', kind: 'private' }), id, rev: 1 })).code).toBe(403)
  expect((await admin.post(at('remove'), {}, { ids: id })).code).toBe(200)
})

test('the last look of a person and list is one row, which the next one replaces', async () => {
  for (const layout of [LAYOUT, { density: 'small' }]) expect((await village.post(at('own'), { list: 'o', layout, where: null })).code).toBe(200)
  expect((await town.post(at('own'), { list: 'o', layout: { density: 'large' } })).code).toBe(200)
  const { records, total } = (await village.get(at('page'), { list: 'o' })).data
  expect([total, records[0].kind, records[0].layout]).toEqual([1, 'own', { density: 'small' }])
  expect((await village.post(at('save'), view({ list: 'o', kind: 'own' }))).msg).toBe('个人布局由系统保存')
  expect((await village.post(at('remove'), {}, { ids: records[0].id })).code).toBe(404)
})

test('what is malformed or too large is refused and changes nothing', async () => {
  for (const [more, msg] of [
    [{ list: 'a b' }, '列表名称不正确'],
    [{ list: '' }, '请输入列表'],
    [{ title: '' }, '请输入视图名称'],
    [{ kind: 'public' }, '种类不在可选范围内'],
    [{ layout: [] }, '视图布局不正确'],
    [{ layout: { columns: [{}] } }, '视图布局不正确'],
    [{ layout: { columns: [], x: 'x'.repeat(VIEW_LIMITS.layout) } }, '视图布局过大，请减少列'],
    [{ where: 'x' }, '筛选条件不正确'],
    [{ userId: '1' }, '所有者不能修改'],
    [{ regionCode: '51' }, '行政区划不能修改'],
  ] as const)
    expect([more, (await town.post(at('save'), view({ list: 'm', ...more }))).msg]).toEqual([more, msg])
  expect(await titles(town, 'm')).toEqual([])
  expect(layoutWrong({ columns: Array.from({ length: VIEW_LIMITS.columns + 1 }, () => ({ name: 'a' })) })).toBeDefined()
  for (let i = 0; i < VIEW_LIMITS.views; i++) await made(village, { list: 'n', title: `${i}` })
  expect((await village.post(at('save'), view({ list: 'n' }))).msg).toBe('每个列表最多保存50个视图')
})
