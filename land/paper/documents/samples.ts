/** Invented households for tests and previews: any number of members and parcels, deterministic. */

import type { CbfSurveyDoc } from './cbf-survey.ts'
import type { ContractDoc } from './contract.ts'
import type { DjbDoc } from './djb.ts'
import type { DkSurveyDoc } from './dk-survey.ts'
import type { EstateDoc } from './estate.ts'
import type { FbfSurveyDoc } from './fbf-survey.ts'
import type { LandMapDoc } from './land-map.ts'
import type { LetterDoc } from './letter.ts'
import type { CertificateDoc } from './certificate.ts'
import type { IssueListDoc } from './issue-list.ts'
import type { PostingDoc } from './posting.ts'
import type { LabelPoint, SketchDoc } from './sketch.ts'
import type { TableDoc } from './table.ts'

const FBFBM = '51202110120103'
const CBFBM = `${FBFBM}0007`
const NAMES = ['张三', '李秀英', '张建国', '王桂芳', '张小梅', '张志强', '欧阳慧敏', '买买提·艾力', '张𬭎', '张䶮']
const RELATIONS = ['户主', '配偶', '子', '儿媳', '女', '孙子', '孙女', '父亲', '母亲', '兄弟']

function serial(i: number): string {
  return String(i + 1).padStart(5, '0')
}

function mu(i: number): number {
  return 35 + ((i * 137) % 420)
}

function members(n: number) {
  return Array.from({ length: n }, (_, i) => ({
    cyxm: NAMES[i % NAMES.length] ?? '',
    yhzgx: RELATIONS[i % RELATIONS.length] ?? '',
    cyzjhm: `512021${1950 + i}0101${String(1000 + i)}`,
    bz: i === 4 ? '婚入' : '',
  }))
}

function neighbours(i: number) {
  return { dkdz: i % 5 === 0 ? '' : '李四承包地', dknz: '村道', dkxz: '灌溉渠', dkbz: i % 7 === 3 ? '安岳县石羊镇油坪村第三村民小组集体机动地' : '王五承包地' }
}

/** @returns a lopsided field of about 40 × 30 m, the i-th of a grid with ten columns */
function field(i: number): LabelPoint[] {
  const x = 500000 + (i % 10) * 60
  const y = 3340000 - Math.floor(i / 10) * 50
  return [
    [x, y],
    [x + 42, y + 5],
    [x + 47 + (i % 4), y - 27],
    [x + 20, y - 33 - (i % 3)],
    [x - 4, y - 24],
  ]
}

function total(parcels: number): string {
  return (Array.from({ length: parcels }, (_, i) => mu(i)).reduce((a, b) => a + b, 0) / 100).toFixed(2)
}

export function sampleContract(jtcy: number, parcels: number): ContractDoc {
  return {
    docId: 'HT-5120211012010300007J-1',
    jzbh: '安农合鉴〔2028〕0001号',
    cbhtbm: `${CBFBM}J`,
    fbf: { fbfmc: '安岳县石羊镇油坪村第三村民小组', shxydm: 'N2512021MF0000001X', fbffzrxm: '刘德华', fzrzjhm: '512021196501011234', lxdh: '13800000001' },
    cbf: { cbfmc: '张三', cbfzjhm: '512021195001011000', lxdh: '13800000002', cbfdz: '四川省资阳市安岳县石羊镇油坪村三组12号' },
    dk: Array.from({ length: parcels }, (_, i) => ({
      dkmc: i % 6 === 2 ? '大堰塘背后长田' : '沟边田',
      dkbm: `${FBFBM}${serial(i)}`,
      ...neighbours(i),
      htmjm: (mu(i) / 100).toFixed(2),
      dldj: '三等',
      bz: '',
    })),
    htzmjm: total(parcels),
    jtcy: members(jtcy),
    cbqx: '30',
    cbqxq: '2028年01月01日',
    cbqxz: '2057年12月31日',
    qdsj: '2027年12月20日',
    qddd: '安岳县石羊镇油坪村村民委员会',
  }
}

export function sampleSketch(parcels: number): SketchDoc {
  return {
    docId: 'SYT-5120211012010300007J-1',
    cbfmc: '张三',
    cbfbm: CBFBM,
    zmjm: total(parcels),
    dk: Array.from({ length: parcels }, (_, i) => ({
      dkbm: `${FBFBM}${serial(i)}`,
      mjm: (mu(i) / 100).toFixed(2),
      ...neighbours(i),
      rings: [field(((i * 3) % 120) + Math.floor(i / 40))],
    })),
    others: Array.from({ length: 120 }, (_, i) => ({ rings: [field(i)] })),
    shr: '赵六',
    shrq: '2027年12月01日',
    ztr: '钱七',
    ztrq: '2027年11月20日',
    bzdw: '安岳县农业农村局',
  }
}

export function sampleDjb(jtcy: number, parcels: number): DjbDoc {
  const c = sampleContract(jtcy, parcels)
  return {
    docId: 'DJB-5120211012010300007J-1',
    fzjg: '安岳县人民政府',
    cbjyqzbm: c.cbhtbm,
    cbhtbm: c.cbhtbm,
    fbfmc: c.fbf.fbfmc,
    cbfmc: c.cbf.cbfmc,
    cbfzjhm: c.cbf.cbfzjhm,
    cbfs: '家庭承包',
    cbfdz: c.cbf.cbfdz,
    yzbm: '642350',
    lxdh: '13800000002',
    cbqxq: c.cbqxq,
    cbqxz: c.cbqxz,
    jtcy: c.jtcy,
    dk: c.dk.map((k) => ({ ...k, yhtmjm: k.htmjm, scmjm: k.htmjm, sfjbnt: '是' })),
    yhtzmjm: c.htzmjm,
    htzmjm: c.htzmjm,
    scmjmTotal: c.htzmjm,
    sketch: sampleSketch(parcels),
    changes: [{ bgfs: '互换', mjm: '1.20', cbhtbm: c.cbhtbm, qz: '2028年05月06日' }],
    dbr: '孙八',
    djsj: '2028年01月05日',
    djbfj: '无',
  }
}

export function sampleCbfSurvey(jtcy: number): CbfSurveyDoc {
  return {
    docId: 'CBFDC-1',
    cbf: [
      {
        fbfbm: FBFBM,
        cbfbm: CBFBM,
        cbfmc: '张三',
        lxdh: '13800000002',
        cbfdz: '四川省资阳市安岳县石羊镇油坪村三组12号',
        yzbm: '642350',
        cbfzjlx: '1',
        cbfzjhm: '512021195001011000',
        cbhtbm: `${CBFBM}J`,
        cbjyqzbm: '',
        qdfs: '110',
        cbqxq: '1998年01月01日',
        cbqxz: '2027年12月31日',
        cbqx: '30',
        jtcy: members(jtcy),
        cbfdcjs: '经入户调查，承包方家庭成员及承包情况属实。',
        cbfdcy: '周九',
        cbfdcrq: '2027年06月01日',
        shyj: '同意。',
        shr: '吴十',
        shrq: '2027年06月10日',
      },
    ],
  }
}

export function sampleFbfSurvey(issuers: number): FbfSurveyDoc {
  return {
    docId: 'FBFDC-1',
    fbf: Array.from({ length: issuers }, () => ({
      fbfmc: '安岳县石羊镇油坪村第三村民小组',
      fbfbm: FBFBM,
      fbffzrxm: '刘德华',
      lxdh: '13800000001',
      fbfdz: '四川省资阳市安岳县石羊镇油坪村三组1号',
      yzbm: '642350',
      fzrzjlx: '1',
      fzrzjhm: '512021196501011234',
      fbfdcjs: '发包方情况清楚。',
      fbfdcy: '周九',
      fbfdcrq: '2027年06月01日',
      shyj: '同意。',
      shr: '吴十',
      shrq: '2027年06月10日',
    })),
  }
}

export function sampleDkSurvey(points: number): DkSurveyDoc {
  return {
    docId: 'DKDC-1',
    fbfbm: FBFBM,
    cbfmc: '张三',
    tfbh: 'H48G028049',
    dkbm: `${FBFBM}00001`,
    dkmc: '沟边田',
    htmjm: '2.10',
    scmjm: '2.15',
    scmj: '1433.33',
    ...neighbours(1),
    tdyt: '1',
    dldj: '三等',
    tdlylx: '011',
    sfjbnt: '1',
    points: Array.from({ length: points }, (_, i) => ({
      jzdh: `J${i + 1}`,
      x: 3340000 + 60 * Math.cos((i * 2 * Math.PI) / points),
      y: 500000 + 80 * Math.sin((i * 2 * Math.PI) / points),
      jblx: i % 2 ? '2' : '6',
      jzxlb: i % 3 ? '01' : '02',
      jzxwz: '2',
      jzxsm: i === 2 ? '沿田埂中心线至拐点' : '',
      plqlr: i % 2 ? '李四' : '王五',
      plzjr: i % 2 ? '李四' : '王五',
    })),
    zjrxm: '张三',
    dkdcjs: '界址清楚，无争议。',
    dkdcy: '周九',
    dkdcrq: '2027年06月01日',
    shyj: '同意。',
    shr: '吴十',
    shrq: '2027年06月10日',
  }
}

export function sampleLetter(rows: number): LetterDoc {
  const table = Array.from({ length: rows }, (_, i) => [String(i + 1), '承包方身份证及家庭成员户口簿', '必传', '2'])
  const columns = [
    ['序号', 1],
    ['材料名称', 5],
    ['要求', 2],
    ['份数', 1],
  ] as const
  const opinions = [{ title: '初审意见', text: '经核对，申请材料齐全，权属清楚，同意。', by: '李强', at: '2028年01月05日' }]
  return {
    docId: 'CL-51202120280105000001',
    title: '材料清单',
    letters: [
      {
        title: '材料清单',
        number: '51202120280105000001',
        to: '张三',
        from: ['安岳县石羊镇人民政府', '2028年01月05日'],
        blocks: [
          { kind: 'text', text: '您申请办理的土地承包经营权业务，收到下列材料。' },
          {
            kind: 'facts',
            rows: [
              ['业务类型', '承包合同签订'],
              ['受理人', '王受理'],
              ['承诺办结日', '2028年02月02日'],
            ],
          },
          { kind: 'table', columns, rows: table },
          { kind: 'opinions', rows: opinions },
          { kind: 'signs', labels: ['收件人', '申请人（签字、按印）'] },
        ],
      },
    ],
  }
}

export function samplePosting(households: number, parcels: number): PostingDoc {
  const own = Array.from({ length: parcels }, (_, i) => {
    const area = (mu(i) / 100).toFixed(2)
    return { dkmc: `沟边田${i}`, dkbm: FBFBM + serial(i), ...neighbours(i), scmjm: area, htmjm: area, kind: '水田' }
  })
  const list = Array.from({ length: households }, (_, n) => ({
    cbfmc: NAMES[n % NAMES.length] ?? '',
    members: members(n % 6),
    parcels: own,
    scmjm: total(parcels),
    htmjm: total(parcels),
    remark: '',
  }))
  const all = (Number(total(parcels)) * households).toFixed(2)
  const head = {
    docId: 'GS-1',
    title: '农村土地承包经营权调查信息公示表',
    issuer: '安岳县石羊镇油坪村第三村民小组',
    period: '2028年01月05日至2028年01月19日（共15天）',
  }
  return { ...head, form: 'first', households: list, scmjm: all, htmjm: all, changes: ['地块512021101201030001合同面积由【0.35】变为【0.36】'] }
}

/** An issue list of households with one to five parcels each. */
export function sampleIssueList(households: number): IssueListDoc {
  const list = Array.from({ length: households }, (_, n) => ({
    cbfmc: NAMES[n % NAMES.length] ?? '',
    members: members(n % 6).map((m) => m.cyxm),
    code: `${FBFBM}${String(n + 1).padStart(4, '0')}J`,
    serial: `川（2028）安岳县农村土地承包经营权证第${String(n + 1).padStart(6, '0')}号`,
    parcels: Array.from({ length: 1 + (n % 5) }, (_x, i) => ({ dkmc: `沟边田${i}`, dkbm: FBFBM + serial(i), scmjm: (mu(i) / 100).toFixed(2) })),
    scmjm: total(1 + (n % 5)),
  }))
  return { title: '农村土地承包经营权证颁证清册', place: '油坪村', day: '2028年01月05日', households: list, scmjm: '123.45' }
}

/** A certificate on a county's blank; `frame`: with labels and lines. */
export function sampleCertificate(jtcy: number, parcels: number, frame = true): CertificateDoc {
  const { docId: _, yhtzmjm: __, bf: ___, hf: ____, dbr: _____, ...said } = sampleDjb(jtcy, parcels)
  const serial = '川（2028）安岳县农村土地承包经营权证第000001号'
  return { ...said, cbjyqzlsh: serial, year: '2028', month: '01', day: '05', paper: { width: 210, height: 285, dx: 0, dy: 0, frame }, part: 'all' }
}

export function sampleTable(groups: number): TableDoc {
  return {
    title: '家庭成员信息表',
    facts: ['发包方：安岳县石羊镇油坪村第三村民小组', `共${groups}户`],
    paper: 'a4',
    flipped: false,
    columns: [
      { title: '编号', share: 1, own: true },
      { title: '户主姓名', share: 2, own: true },
      { title: '姓名', above: '成员', share: 2 },
      { title: '与户主关系', above: '成员', share: 2 },
    ],
    groups: Array.from({ length: groups }, (_, i) => ({
      own: [String(i + 1), NAMES[i % NAMES.length]!],
      lines: members(1 + (i % 5)).map((m) => [m.cyxm, m.yhzgx]),
    })),
    total: ['合计', '', String(groups), ''],
    note: '按户列示。',
    signs: ['制表', '审核'],
  }
}
export function sampleLandMap(parcels: number): LandMapDoc {
  return {
    title: '农户承包地空间方位示意图',
    paper: 'a4',
    facts: [
      ['户号', CBFBM],
      ['户主', '张三'],
    ],
    own: Array.from({ length: parcels }, (_, i) => ({ dkbm: `${FBFBM}${serial(i)}`, label: [serial(i), `${(mu(i) / 100).toFixed(2)}亩`], rings: [field(i)] })),
    others: Array.from({ length: 5 }, (_, i) => ({ rings: [field(parcels + i)] })),
  }
}
export function sampleEstate(jtcy: number, parcels: number): EstateDoc {
  const boxes = (...texts: string[]) => texts.map((text, i) => ({ text, on: i === 0 }))
  return {
    title: '不动产登记申请书（土地承包经营权）',
    size: 'own',
    forms: [
      {
        rights: boxes('土地承包经营权', '土地经营权'),
        kinds: boxes('首次登记', '变更登记', '转移登记'),
        ways: boxes('家庭承包', '其他'),
        holder: { name: '张三', kind: '居民身份证', number: '512021195001011000', phone: '13800000002' },
        members: members(jtcy).map((m) => ({ name: m.cyxm, kind: '', number: m.cyzjhm, phone: '', relation: m.yhzgx })),
        issuer: { name: '安岳县石羊镇油坪村第三村民小组', agent: '刘德华' },
        from: '2028年01月01日',
        to: '2057年12月31日',
        total: total(parcels),
        count: `${parcels}块`,
        parcels: Array.from({ length: parcels }, (_, i) => ({
          code: `${FBFBM}${serial(i)}`,
          sides: '东：李四承包地　南：村道　西：灌溉渠　北：王五承包地',
          area: (mu(i) / 100).toFixed(2),
          basic: '是',
          note: '',
        })),
      },
    ],
  }
}
