/** The vector metadata of a package (NY/T 2539 appendix D). Pure. */
import type { XmlElement } from '../package/staged.ts'
import { stagedText } from '../package/staged.ts'
import { layerStandard, type LayerName } from '../../land/definitions/national/format.ts'
import type { PackageZone } from './standard.ts'

/** What the metadata tells of. Days yyyy-MM-dd. */
export interface MetadataFacts {
  county: string
  countyName: string
  regionName: string
  day: string
  zone: PackageZone
  /** records by layer */
  counts: ReadonlyMap<LayerName, number>
  /** metadata of the package that was taken in last: who answers for the data stands there */
  former: XmlElement | null
}
const escaped = (text: string) => text.replace(/[<>&"']/g, (c) => `&#${c.charCodeAt(0)};`)
/** Taken over from the former package as they stand. */
const KEPT = ['dataEdition', 'rpOrgName', 'rpCnt', 'voiceNum', 'faxNum', 'cntAddress', 'cntCode', 'cntEmail', 'classCode'] as const
/** Where no former package says it: the county's government, and figures that say that they are none. */
const OTHERWISE: Readonly<Record<string, string>> = { dataEdition: '1.0', voiceNum: '无', cntCode: '000000', classCode: '003' }

/** The text of SL….xml. */
export function metadataXml({ county, countyName, regionName, day, zone, counts, former }: MetadataFacts): string {
  const plainDay = day.replaceAll('-', '')
  const otherwise: Readonly<Record<string, string>> = {
    ...OTHERWISE,
    rpOrgName: `${countyName}人民政府`,
    rpCnt: `${countyName}农村土地承包管理部门`,
    cntAddress: regionName,
  }
  const kept = KEPT.map((name) => [name, stagedText(former, name) || (otherwise[name] ?? '')] as const)
  const layers = [...counts].filter(([, n]) => n > 0).map(([name]) => layerStandard(name).zh)
  const info: (readonly [string, string])[] = [
    ['title', `${county}${countyName}农村土地承包经营权调查数据`],
    ['date', plainDay],
    ['geoID', county],
    ['dataLang', 'zh'],
    [
      'idAbs',
      `本数据集为${regionName}农村土地承包登记数据库截至${day}的现势数据，由承包管理系统导出，包括${layers.join('、')}等矢量要素，以及发包方、承包方、家庭成员、承包合同、登记簿、权证等权属数据。`,
    ],
    ['status', '001'],
    ['ending', plainDay],
    ...kept,
  ]
  const system: (readonly [string, string])[] = [
    ['coorRSID', '001'],
    ['centralMer', `${zone.zone * 3}.0`],
    ['eastFAL', zone.isNumbered ? `${zone.zone}500.0` : '500.0'],
    ['northFAL', '0.0'],
    ['coorFDKD', '002'],
  ]
  const quality: (readonly [string, string])[] = [
    ['dqStatement', '数据按 NY/T 2538、NY/T 2539 的要求组织，导出时已逐条检查，检查结果见检查报告。'],
    ['dqLineage', '地块、界址、承包合同和登记簿取自登记数据库的现势记录；登记数据库未保存的控制点、区域、地物、注记等图层取自最近入库的汇交成果。'],
  ]
  const of = (all: readonly (readonly [string, string])[], indent: string) =>
    all.map(([name, text]) => `${indent}<${name}>${escaped(text)}</${name}>\n`).join('')
  const content = [...counts]
    .map(([name, n]) => {
      const { zh, fields } = layerStandard(name)
      const ids = fields.map((f) => `        <fieldID>${escaped(f.zh)}</fieldID>\n`).join('')
      return `    <layer>\n      <layerName>${name}</layerName>\n      <catFetTyps>${zh}</catFetTyps>\n      <attrTypList>\n${ids}      </attrTypList>\n      <capacity>${n}</capacity>\n    </layer>\n`
    })
    .join('')
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Metadata>\n  <dataIdInfo>\n${of(info, '    ')}  </dataIdInfo>\n  <refSysInfo>\n${of(system, '    ')}  </refSysInfo>\n` +
    `  <contInfo>\n${content}  </contInfo>\n  <dqInfo>\n${of(quality, '    ')}  </dqInfo>\n</Metadata>\n`
  )
}
