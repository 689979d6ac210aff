// Boards over HTTP: laid out, refused, put back, moved as files; and nothing in them that their viewer's buttons do not give.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { role } from '../../platform/definitions/system.ts'
import { villageWorld, type Client, type World } from '../../tests/world.ts'
import { GRID, keptPanels, readPanels, type BoardPanel } from './board.ts'

const at = (x: number, y: number) => ({ x, y, w: 3, h: 2 })
const NUMBER: BoardPanel = { set: 'dk', key: 'parcels', shape: 'number', ...at(0, 0) }
const HOME: BoardPanel = { set: 'home', key: 'households', shape: 'number', ...at(3, 0) }
const SPLIT: BoardPanel = { set: 'dk', key: 'dldj', shape: 'split', ...at(6, 0) }
const BARS: BoardPanel = { set: 'progress', key: 'signRate', shape: 'bars', ...at(9, 0) }

describe('panels', () => {
  test('those of the dictionary are taken, with nothing beside', () => {
    const read = readPanels([{ ...NUMBER, script: 'x' }, HOME, SPLIT, BARS])
    expect(read).toEqual({ panels: [NUMBER, HOME, SPLIT, BARS] })
  })
  test('an indicator, a set or a division that does not exist is refused; so is a way to draw, a place outside, one panel over another, too many', () => {
    const why = (...panels: unknown[]) => {
      const read = readPanels(panels)
      return 'fault' in read ? read.fault.why : ''
    }
    for (const unknown of [{ key: 'gold' }, { set: 'secrets' }, { key: '__proto__' }, { set: 'constructor' }, { shape: 'split' }, { key: 7 }])
      expect([unknown, why({ ...NUMBER, ...unknown })]).toEqual([unknown, 'indicator'])
    expect(why({ ...SPLIT, set: 'home' })).toBe('indicator')
    expect(why({ ...NUMBER, shape: 'video' })).toBe('shape')
    for (const outside of [{ x: -1 }, { x: 10 }, { w: 0 }, { w: 13 }, { h: 1.5 }, { y: GRID.rows }, { x: '1' }, { y: null }])
      expect([outside, why({ ...NUMBER, ...outside })]).toEqual([outside, 'place'])
    expect(why(NUMBER, { ...HOME, x: 2 })).toBe('overlap')
    expect(why(...Array.from({ length: GRID.panels + 1 }, (_, i) => ({ ...NUMBER, y: 2 * i })))).toBe('most')
    for (const none of [undefined, null, 'x', {}, [null], [[]]]) expect([none, 'fault' in readPanels(none)]).toEqual([none, true])
  })
  test('what is kept and no longer known is left out, whatever stands there', () => {
    expect(keptPanels([NUMBER, null, 'x', { ...NUMBER, set: 'gone' }])).toEqual([NUMBER])
    expect(keptPanels({ any: 1 })).toEqual([])
  })
})

let w: World, admin: Client, county: Client, large: Client
beforeAll(async () => {
  w = await villageWorld()
  ;[admin, county, large] = await Promise.all([w.as('admin'), w.as('county'), w.as('large')])
})
afterAll(() => w?.end())
const made = async (over: Record<string, unknown> = {}): Promise<string> =>
  (await admin.post('/data/board/save', { name: '县领导', place: 'home', sort: 1, isEnabled: 1, ...over })).data
const place = (id: string, version: number, panels: unknown, who = admin) => who.post('/data/board/place', { id, version, panels })
const shown = async (who: Client, id: string, query: Record<string, unknown> = {}) => (await who.get('/data/board/show', { id, ...query })).data

test('a board shows what its indicators are; each layout is a version, and an earlier one is put back as the next', async () => {
  const id = await made()
  expect((await place(id, 0, [NUMBER, HOME, SPLIT, BARS])).data).toEqual({ version: 1 })
  const board = await shown(county, id)
  const analysis = (await county.get('/dzzw/analyze/dk')).data
  expect(board.panels.map((p: { state: string }) => p.state)).toEqual(['shown', 'shown', 'shown', 'shown'])
  expect(board.panels[0].value).toBe(analysis.total.parcels)
  expect(board.panels[0].value).toBeGreaterThan(0)
  expect(board.panels[1].value).toBe((await county.get('/data/statistics/home')).data.total.cbf1)
  expect(board.panels[2].parts).toEqual(analysis.series.find((s: { name: string }) => s.name === 'dldj').points.map((p: unknown[]) => p.slice(0, 2)))
  // somebody else was faster
  expect((await place(id, 0, [HOME])).key).toBe('changed')
  expect((await place(id, 1, [HOME])).data).toEqual({ version: 2 })
  expect((await admin.post('/data/board/restore', { id, version: 9 })).key).toBe('board-version')
  expect((await admin.post('/data/board/restore', { id, version: 1 })).data).toEqual({ version: 3 })
  expect((await shown(county, id)).panels).toHaveLength(4)
  expect((await admin.get('/data/board-version/page', { boardId: id })).data.total).toBe(3)
  // with its board go its versions
  expect((await admin.post('/data/board/remove', {}, { ids: id })).msg).toBe('操作成功')
  expect((await admin.get('/data/board-version/page', { boardId: id })).data.total).toBe(0)
})
test('who may not ask for a figure elsewhere gets none of it on a board; a region above the own is refused', async () => {
  const id = await made({ place: 'wall' })
  await place(id, 0, [NUMBER, HOME, SPLIT, BARS])
  // the screen on the wall holds the button of the start alone
  const { panels } = await shown(large, id)
  expect(panels.map((p: { state: string }) => p.state)).toEqual(['refused', 'shown', 'refused', 'refused'])
  expect(panels[0]).toMatchObject({ value: null, regions: [], parts: [] })
  expect(panels[1].value).toBeGreaterThan(0)
  expect((await county.get('/data/board/show', { id, regionCode: '51' })).key).toBe('out-of-region')
  expect((await large.get('/data/board/mine', { place: 'wall' })).data).toEqual([{ id, name: '县领导' }])
})
test('a board for the start of one role is nobody else’s; a board that is switched off is nobody’s; another tenant has none', async () => {
  const roles = (await admin.get('/cpt-system/role/list')).data as { id: string; roleAlias: string; children?: unknown[] }[]
  const town = roles.find((r) => r.roleAlias === 'town')!
  expect(town, role.name).toBeDefined()
  const id = await made({ name: '镇级', roleIds: town.id })
  await place(id, 0, [HOME])
  const mine = async (who: Client) => (await who.get('/data/board/mine', { place: 'home' })).data.some((b: { id: string }) => b.id === id)
  expect([await mine(await w.as('town')), await mine(county)]).toEqual([true, false])
  expect((await county.get('/data/board/show', { id })).status).toBe(404)
  expect((await (await w.as('other')).get('/data/board/show', { id })).status).toBe(404)
  const { rev } = (await admin.get('/data/board/detail', { id })).data
  await admin.post('/data/board/update', { id, rev, name: '镇级', place: 'home', roleIds: town.id, sort: 1, isEnabled: 0 })
  expect((await (await w.as('town')).get('/data/board/show', { id })).status).toBe(404)
  expect((await place(id, 1, [HOME], county)).status).toBe(403)
})
test('a layout with an indicator that does not exist is refused with its name and changes nothing', async () => {
  const id = await made()
  const a = await place(id, 0, [HOME, { ...NUMBER, key: 'gold' }])
  expect([a.status, a.key, a.msg]).toEqual([400, 'board-indicator', '第2个面板的指标不存在：dk.gold'])
  const keyOf = async (panels: unknown) => (await place(id, 0, panels)).key
  expect(await keyOf('x')).toBe('board-panels')
  expect(await keyOf([{ ...HOME, shape: 'x' }])).toBe('board-shape')
  expect(await keyOf([{ ...HOME, w: 99 }])).toBe('board-place')
  expect(await keyOf([HOME, HOME])).toBe('board-overlap')
  expect(await keyOf(Array.from({ length: GRID.panels + 1 }, () => HOME))).toBe('board-most')
  expect((await admin.get('/data/board/detail', { id })).data.version ?? 0).toBe(0)
})
test('a board moves as a file; what is no such file, of another version, too large, or names what is unknown here, is refused', async () => {
  const id = await made({ name: '全县' })
  await place(id, 0, [HOME, NUMBER])
  const content = JSON.parse((await admin.get('/data/board/export', { id })).raw.toString())
  expect(content).toEqual({ format: 'chengbao-board', version: 1, name: '全县', place: 'home', panels: [HOME, NUMBER] })
  const into = async (over: object) => admin.post('/data/board/import', { content: { ...content, ...over } })
  const { data: copy } = await into({ name: '全县（导入）' })
  const row = (await admin.get('/data/board/detail', { id: copy })).data
  expect([row.name, row.version, row.isEnabled, row.panels]).toEqual(['全县（导入）', 1, 0, [HOME, NUMBER]])
  const before = (await admin.get('/data/board/page')).data.total
  expect((await admin.post('/data/board/import', { content: 'x' })).key).toBe('board-format')
  expect((await into({ format: 'other' })).key).toBe('board-format')
  expect((await into({ version: 2 })).key).toBe('board-newer')
  expect((await into({ name: 'x'.repeat(100_001) })).key).toBe('board-size')
  expect((await into({ name: 'x'.repeat(61) })).key).toBe('invalid')
  expect((await into({ panels: [{ ...HOME, key: 'gold' }] })).msg).toContain('home.gold')
  expect((await admin.get('/data/board/page')).data.total).toBe(before)
  expect((await county.get('/data/board/export', { id })).status).toBe(403)
})
