// The lists of the registers have the columns and the searches that screens.md asks for, B1 to B6; docs/registers.md tells where the rest is.
import { expect, test } from 'vitest'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { MORE_FILTERS } from '../dk/list.server.ts'
import { cbf } from './cbf.ts'
import { cbht, djb } from './cbht.ts'
import { cbjyqz } from './cbjyqz.ts'
import { dk, jzd, jzx } from './dk.ts'
import { fbf } from './fbf.ts'

const words = (s: string) => s.split(/\s+/).filter(Boolean)
interface Asked {
  of: AnyResource
  columns: string
  /** fields that are searched by; `more`: filters beside the fields, which tests/contract/lists.test.ts asks */
  searches: string
  more?: readonly string[]
}
const SCREENS: Readonly<Record<string, Asked>> = {
  B1: {
    of: fbf,
    columns: 'fbfbm fbfmc fbffzrxm fzrzjlx fzrzjhm lxdh fbfdz yzbm fbfdcy fbfdcrq contractors parcels contracts',
    searches: 'regionCode fbfbm fbfmc fbffzrxm',
  },
  B2: {
    of: cbf,
    columns: 'cbfbm cbfmc cbflx cbfzjlx cbfzjhm cbfcysl lxdh cbfdz fbfmc cbfs htzmjm cbdkzs cbqxq cbqxz cbjyqzbm djzt lzzt dyzt yyzt',
    searches: 'regionCode cbfbm cbfmc cbfzjhm lxdh cbflx cbfs djzt lzzt dyzt yyzt cbfcysl htzmjm',
  },
  B3: {
    of: dk,
    columns: 'dkbm dkmc dklb fbfmc cbfmc scmjm htmjm qqmjm dldj tdyt tdlylx sfjbnt dkdz dkxz dknz dkbz sfqqqg djzt lzzt dyzt yyzt zt',
    searches: 'regionCode dkbm dkmc cbfbm cbfmc dklb dldj tdyt tdlylx sfjbnt scmjm djzt lzzt dyzt yyzt',
    more: MORE_FILTERS,
  },
  'B3, boundary points': { of: jzd, columns: 'jzdh jzdlx jblx xzbz yzbz dkbm', searches: '' },
  'B3, boundary lines': { of: jzx, columns: 'jzxh qjzdh zjzdh jxxz jzxlb jzxwz jzxsm pldwqlr pldwzjr length', searches: '' },
  B4: {
    of: cbht,
    columns: 'cbhtbm htxlh cbfmc cbfzjhm fbfmc cbfs cbqx cbqxq cbqxz htzmjm cbdkzs qdsj signStatus signWay version qszt',
    searches: 'regionCode cbhtbm cbfmc cbfzjhm cbfs signStatus signWay qdsj cbqxz htzmjm qszt',
  },
  B5: {
    of: cbjyqz,
    columns: 'cbjyqzbm cbjyqzlsh cbfmc cbfdbzjhm bznf fzjg fzrq qzsflq qzlqrq qzlqrxm sfbdcfz bdcqzh stage',
    searches: 'regionCode cbjyqzbm cbjyqzlsh cbfmc bznf fzrq qzsflq sfbdcfz',
  },
  B6: {
    of: djb,
    columns: 'cbjyqzbm cbfmc cbfzjhm fbfmc cbfs cbqx cbqxq cbqxz htzmjm cbdkzs cbfcysl djlx djxl djsj dbr version dyzt yyzt lzzt',
    searches: 'regionCode cbjyqzbm cbfmc cbfzjhm cbfs djsj cbqxz dyzt yyzt lzzt',
  },
}
test.each(Object.entries(SCREENS))('%s: every column and every search is there', (_name, { of: r, columns, searches, more }) => {
  const shown = [...entries(r).flatMap(([n, f]) => (f.column === false ? [] : [n])), ...(r.derived ?? [])]
  expect(words(columns).filter((n) => !shown.includes(n))).toEqual([])
  expect(words(searches).filter((n) => !r.fields[n]?.search)).toEqual([])
  if (more) expect(more).toEqual(['contracted', 'hasGeom', 'bbox'])
})
