import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from './world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

test('a stranger is asked to sign in, and health answers', async () => {
  expect((await w.nobody.get('/base-qssj/cbf/page')).code).toBe(401)
  expect((await w.nobody.get('/health')).status).toBe(200)
})
test('a clerk signs in and gets menus and buttons of the own role', async () => {
  const admin = await w.as('admin'),
    village = await w.as('village')
  const all = (await admin.get('/cpt-system/menu/buttons')).data,
    few = (await village.get('/cpt-system/menu/buttons')).data
  const codes = (t: any[]): string[] => t.flatMap((n) => (n.children ? codes(n.children) : [n.code]))
  expect(codes(all)).toContain('sys_user_add')
  expect(codes(few)).not.toContain('sys_user_add')
  expect((await admin.get('/cpt-system/menu/routes')).data.length).toBeGreaterThan(3)
})
test('the region tree of a village clerk begins at the village', async () => {
  const top = (await (await w.as('village')).get('/cpt-system/region/lazy-tree')).data
  expect(top.map((r: any) => r.code)).toEqual(['512021119203'])
  expect((await (await w.as('village')).get('/cpt-system/region/lazy-tree', { parentCode: '512021' })).code).toBe(403)
})
