import { describe, expect, it } from 'vitest'
import { contractDoc } from './contract-doc.ts'
import { djbDoc } from './djb-doc.ts'
import { dayText, muText, muTotal, PRINTING, ringsOf, sumOf, zoneOfOutline, type ContractRows, type Words } from './rows.ts'
import { sketchDoc } from './sketch-doc.ts'
import { cbfSurveyDoc } from './survey-doc.ts'

const words: Words = {
  yhzgx: { '02': '户主', 10: '配偶', 20: '子', 51: '父亲' },
  cybz: { 0: '无', 1: '外嫁女' },
  dldj: { '03': '三等地' },
  yes_no: { 1: '是', 2: '否' },
  cbjyqqdfs: { 110: '家庭承包' },
  zjlx: { 1: '居民身份证' },
  djxl: { 4: '互换登记' },
}
const F = '51202110120103'
const square = 'POLYGON((105.1 30.1,105.101 30.1,105.101 30.101,105.1 30.101,105.1 30.1))'
const rows: ContractRows = {
  terms: { cbhtbm: `${F}0007J`, version: 2, cbqx: 30, cbqxq: '2028-01-01', cbqxz: '2057-12-31', qdsj: null },
  issuer: { fbfbm: F, fbfmc: '油坪村三组', fbffzrxm: '刘德华' },
  holder: { cbfbm: `${F}0007`, cbfmc: '张三', cbfzjhm: '512021195001011000', cbfdz: '三组12号', lxdh: null },
  members: [
    { cyxm: '张小', yhzgx: '20', cyzjhm: '512021198001011234', cybz: '0' },
    { cyxm: '张母', yhzgx: '51', cyzjhm: '512021193001011234', cybz: '9', cybzsm: '随子' },
    { cyxm: '无号', yhzgx: '20', cyzjhm: '' },
    { cyxm: '张三', yhzgx: '02', cyzjhm: '512021195001011000' },
  ],
  parcels: [
    { dkbm: `${F}00002`, dkmc: '长田', dkdz: '李四', dkbz: null, dldj: '03', htmjm: '1.2', yhtmjm: '1.10', scmjm: '1.25', sfjbnt: '1', geom: square },
    { dkbm: `${F}00001`, dkmc: '沟边田', dldj: '88', htmjm: '0.35', yhtmjm: null, scmjm: '0.36', sfjbnt: '2', geom: square },
  ],
}

describe('texts of printed values', () => {
  it('prints days in full, the end of an endless term as 长期 and no day as nothing', () => {
    expect(['2028-01-01', '2028-01-01 10:00:00', '9999-01-01', null, undefined, ''].map(dayText)).toEqual([
      '2028年01月01日',
      '2028年01月01日',
      '长期',
      '',
      '',
      '',
    ])
  })
  it('prints areas with two decimals and adds only those that are there', () => {
    expect([muText('1.2'), muText(3), muText(null), muTotal(['0.1', '0.2', null]), muTotal([null, undefined])]).toEqual(['1.20', '3.00', '', '0.30', ''])
  })
  it('prints areas with three or four decimals where the county says so, from the square metres beside them, and a column adds up', () => {
    const four: Words = { [PRINTING]: { decimals: '4' } }
    expect([muText('1.21', four, '803.52'), muText('1.21', { [PRINTING]: { decimals: '3' } }, '803.52')]).toEqual(['1.2053', '1.205'])
    // square metres that say another area than the registered mu are not believed
    expect([muText('1.21', four), muText('1.21', four, '900.00'), muText('', four, '900.00')]).toEqual(['1.2100', '1.2100', ''])
    expect(muTotal(['1.21', null, '0.50'], four, ['803.52', null, '333.33'])).toBe('1.7053')
    expect(sumOf(['1.2053', '', '0.5000'], four)).toBe('1.7053')
    expect(contractDoc({ ...rows, parcels: [{ dkbm: `${'5'.repeat(19)}`, htmjm: '1.21', htmj: '803.52' }] }, four).htzmjm).toBe('1.2053')
  })
})

describe('the contract from rows', () => {
  const doc = contractDoc(rows, words)
  it('orders parcels by code and adds the printed areas', () => {
    expect(doc.dk.map((k) => [k.dkbm.slice(-5), k.htmjm, k.dldj])).toEqual([
      ['00001', '0.35', '88'],
      ['00002', '1.20', '三等地'],
    ])
    expect(doc.htzmjm).toBe('1.55')
  })
  it('puts the representative first and the others by birthday, unknown birthdays last', () => {
    expect(doc.jtcy.map((m) => [m.cyxm, m.yhzgx, m.bz])).toEqual([
      ['张三', '户主', ''],
      ['张母', '父亲', '9，随子'],
      ['张小', '子', ''],
      ['无号', '子', ''],
    ])
  })
  it('takes the head first when the representative is no member', () => {
    expect(contractDoc({ ...rows, holder: { ...rows.holder, cbfzjhm: 'x' } }, words).jtcy[0]!.cyxm).toBe('张三')
  })
  it('prints what is absent as nothing, never as null', () => {
    expect([doc.qdsj, doc.cbf.lxdh, doc.fbf.shxydm, doc.dk[1]!.dkbz, doc.cbqxz]).toEqual(['', '', '', '', '2057年12月31日'])
    expect(JSON.stringify(doc)).not.toMatch(/null|undefined/)
  })

  it.each([
    [30, '2028-01-01', '2057-12-31', '30', undefined],
    // what is left of a term begins later and ends with it
    [30, '2026-11-27', '2028-09-30', '2', '（原承包期限30年的剩余期限，不足一年的按一年计）'],
    [30, '2026-10-01', '2028-09-30', '2', '（原承包期限30年的剩余期限）'],
    // made out to the end of the round, years rounded up
    [2, '2026-11-27', '2028-09-30', '2', '（不足一年的按一年计）'],
    // old contracts that end on the day they began on
    [30, '1998-10-01', '2028-10-01', '30', undefined],
    [null, '2020-01-01', '9999-01-01', '', undefined],
    [30, '2020-01-01', null, '30', undefined],
  ])('%s years from %s to %s are printed as %s', (cbqx, cbqxq, cbqxz, years, said) => {
    const doc = contractDoc({ ...rows, terms: { ...rows.terms, cbqx, cbqxq, cbqxz } }, words)
    expect([doc.cbqx, doc.cbqxsm]).toEqual([years, said])
  })
  it('prints a draft, which has no version yet', () => {
    expect(contractDoc({ ...rows, terms: { cbhtbm: rows.terms.cbhtbm } }, words).docId).toBe(`HT-${F}0007J-0`)
  })
})

describe('the sketch from rows', () => {
  it('draws rings in metres of the zone, east and north', () => {
    const doc = sketchDoc({ holder: rows.holder, parcels: rows.parcels, others: [square], zone: 35 })
    const [x, y] = doc.dk[0]!.rings[0]![0]!
    expect([Math.round(x), Math.round(y)]).toEqual([509639, 3331203])
    expect([doc.dk.map((k) => k.mjm), doc.zmjm, doc.others.length]).toEqual([['0.35', '1.20'], '1.55', 1])
  })
  it('prints the measured area where there is no contract area', () => {
    expect(sketchDoc({ holder: rows.holder, parcels: [{ dkbm: `${F}00001`, scmjm: '2.5' }], others: [], zone: 35 }).dk[0]).toMatchObject({
      mjm: '2.50',
      rings: [],
    })
  })
  it('finds the zone of the first polygon and every ring of several', () => {
    expect([zoneOfOutline([null, square]), zoneOfOutline([null])]).toEqual([35, undefined])
    expect(ringsOf(`MULTIPOLYGON(${'((105 30,105.1 30,105.1 30.1,105 30)),'.repeat(2).slice(0, -1)})`, 35)).toHaveLength(2)
  })
})

describe('the other forms from rows', () => {
  const book = { cbjyqzbm: `${F}0007J`, version: 2, cbfs: '110', djsj: '2028-02-03', dbr: '孙八' }
  it('fills the book with sums, later entries and the last event of each kind', () => {
    const doc = djbDoc(
      {
        book,
        contract: rows,
        fzjg: '安岳县人民政府',
        changes: [{ djxl: '4', htzmjm: '1.55', cbhtbm: `${F}0007J`, djsj: '2028-02-03' }],
        events: [
          { kind: 'bf', reason: '遗失', sjrq: '2028-03-01' },
          { kind: 'bf', reason: '损毁', sjrq: '2028-04-01' },
        ],
      },
      words,
    )
    // of one parcel the former area is not known: there is no total of them
    expect([doc.yhtzmjm, doc.scmjmTotal, doc.cbfs, doc.djsj, doc.bf, doc.hf]).toEqual([
      '',
      '1.61',
      '家庭承包',
      '2028年02月03日',
      { yy: '损毁', rq: '2028年04月01日' },
      undefined,
    ])
    expect(doc.changes).toEqual([{ bgfs: '互换登记', mjm: '1.55', cbhtbm: `${F}0007J`, qz: '2028年02月03日' }])
    expect(doc.dk.map((k) => k.sfjbnt)).toEqual(['否', '是'])
    expect('sketch' in doc).toBe(false)
  })
  it('says of a renewed book until when the term before runs, before its own remark; of another nothing', () => {
    const of = (book: object) => djbDoc({ book: { cbjyqzbm: `${F}0007J`, ...book }, contract: rows, fzjg: '', changes: [], events: [] }, words).djbfj
    expect([of({ prevCbqxz: '2028-09-30', djbfj: '原附记' }), of({ prevCbqxz: '2028-09-30' }), of({ djbfj: '原附记' })]).toEqual([
      '原承包期限至2028年09月30日，届满前继续有效。原附记',
      '原承包期限至2028年09月30日，届满前继续有效。',
      '原附记',
    ])
  })
  it('names the way of a contract by tender, auction or negotiation, and none of a household', () => {
    const of = (cbfs: string) => contractDoc({ ...rows, terms: { ...rows.terms, cbfs, htxlh: '5120212026000001' } }, { ...words, cbjyqqdfs: { '121': '招标' } })
    expect([of('121').way, of('110').way, of('200').way, of('110').htxlh]).toEqual(['招标', undefined, undefined, '5120212026000001'])
  })
  it('fills the household survey form', () => {
    const [c] = cbfSurveyDoc([{ ...rows.holder, fbfbm: F, cbfs: '110', cbfzjlx: '1', cbqxq: '1998-01-01', members: rows.members }], words).cbf
    expect([c!.qdfs, c!.cbfzjlx, c!.cbqxq, c!.cbhtbm, c!.jtcy[0]!.cyxm]).toEqual(['110', '1', '1998年01月01日', '', '张三'])
  })
})
