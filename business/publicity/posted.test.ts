import { expect, test } from 'vitest'
import { changedSince, postingLacks, postingThin, type PostedHousehold } from './posted.ts'

const parcel = (dkbm: string, more: object = {}) => ({
  ...{ dkbm, dkmc: '沟边田', dkdz: '村道', dknz: '渠', dkxz: '王五', dkbz: '李四', scmjm: '1.50', htmjm: '1.50', geom: 'POLYGON((0 0,1 0,1 1,0 0))' },
  ...more,
})
const member = (cyxm: string, yhzgx = '20') => ({ cyxm, cyzjhm: `510***********${cyxm.length}`, yhzgx })
const h = (more: Partial<PostedHousehold> = {}): PostedHousehold => ({
  cbfbm: '1',
  cbfmc: '张三',
  members: [member('张三', '02')],
  parcels: [parcel('a')],
  ...more,
})
const snapshot = (households: PostedHousehold[]) => ({ targets: ['1'], households })

test('a posting needs something to post, a name of each household, a name and an area of each parcel', () => {
  expect(postingLacks({}).map((t) => t.zh)).toEqual(['没有公示内容'])
  expect(postingLacks(snapshot([h()]))).toEqual([])
  const bad = postingLacks(snapshot([h({ cbfmc: '', parcels: [parcel('a', { dkmc: '', htmjm: '' }), parcel('b', { htmjm: '0.00' })] })]))
  expect(bad.map((t) => t.zh)).toEqual(['承包方1缺少名称', '地块a缺少名称、合同面积', '地块b缺少合同面积'])
  expect(bad.map((t) => t.en)).toEqual(['contractor 1 has no name', 'parcel a has no name or contract area', 'parcel b has no contract area'])
  expect(postingThin(snapshot([h({ parcels: [parcel('a', { dkdz: '' }), parcel('b', { geom: null })] })])).map((t) => t.en)).toEqual([
    '1 parcels lack a side',
    '1 parcels have no outline and are not on the posted map',
  ])
})

test('what changed after the posting is told row by row, in its order', () => {
  expect(changedSince(undefined, [h()])).toEqual([])
  expect(changedSince([h()], [h()])).toEqual([])
  const now = h({ cbfmc: '张四', members: [member('李五')], parcels: [parcel('a', { htmjm: '1.60', dkdz: '', geom: null }), parcel('c')] })
  expect(changedSince([h(), h({ cbfbm: '2', cbfmc: '王五' })], [now, h({ cbfbm: '3', cbfmc: '赵六' })]).map((t) => t.zh)).toEqual([
    '承包方1名称由【张三】变为【张四】',
    '张三：成员张三已不在',
    '张三：新增成员李五',
    '地块a东至由【村道】变为【】',
    '地块a合同面积由【1.50】变为【1.60】',
    '地块a图形有变',
    '新增地块c',
    '承包方王五不再列入',
    '新增承包方赵六',
  ])
  expect(changedSince([h()], [h({ members: [member('张三', '01')], parcels: [] })]).map((t) => t.en)).toEqual([
    '张三: relation of 张三 changed',
    'parcel a is no longer in it',
  ])
})
