/**
 * The articles of the household contract as data, worded after the content of the ministry's model contract of 2022
 * (its clause order; county template evidence). A province or tenant replaces them by passing its own `text`.
 */

export interface ContractSection {
  readonly name?: string
  readonly points: readonly string[]
}
export interface ContractArticle {
  readonly name: string
  readonly sections: readonly ContractSection[]
}
export interface ContractText {
  readonly preamble: string
  readonly sketchNote: string
  /** what stands second, where it is not the list of the household's members */
  readonly secondly?: ContractArticle
  readonly articles: readonly ContractArticle[]
}

/** Values of the contract that stand inside a sentence. */
export interface ContractTextValues {
  readonly fs: string
  readonly qtsx: readonly string[]
  /** the last day of the term that still runs, and the first one of the term that follows it */
  readonly following?: { readonly before: string; readonly from: string }
}

const MADE = '本合同自双方签名、盖章或者按指印之日起成立'
/** A contract whose term follows one that still runs gives its right from the first day of that term: until then the former relation goes on. Source: business-flows.md 4.10 */
const followingTerm = ({ before, from }: { before: string; from: string }): string =>
  `${MADE}。原承包期限至${before}，届满前承包方对上述地块的承包关系不变；自${from}起按本合同约定的承包期限生效，承包方自该日起取得本合同期限内的土地承包经营权。`
/** @returns the articles four to ten; `fs` is the number of copies in capital numerals, `qtsx` the agreed other matters (may be empty) */
export function householdText({ fs, qtsx, following }: ContractTextValues): ContractText {
  return {
    preamble:
      '根据《中华人民共和国民法典》《中华人民共和国农村土地承包法》等法律法规的规定，以及本集体经济组织依法通过的土地承包方案，' +
      '发包方与承包方在平等自愿的基础上，就农村土地家庭承包事项订立本合同，共同遵守。',
    sketchNote: '承包地块的位置和形状见本合同所附承包地块示意图。',
    articles: [
      { name: '四、承包土地的用途', sections: [{ points: ['农业生产。'] }] },
      { name: '五、发包方的权利和义务', sections: [ISSUER_RIGHTS, ISSUER_DUTIES] },
      { name: '六、承包方的权利和义务', sections: [CONTRACTOR_RIGHTS, CONTRACTOR_DUTIES] },
      { name: '七、违约责任', sections: [{ points: BREACH }] },
      { name: '八、其他事项', sections: [{ points: [...OTHER, ...otherMatters(qtsx)] }] },
      {
        name: '九、合同的成立与生效',
        sections: [{ points: [following ? followingTerm(following) : `${MADE}，成立之日起生效。承包方自本合同生效时取得土地承包经营权。`] }],
      },
      {
        name: '十、合同份数',
        sections: [
          {
            points: [
              `本合同一式${fs}份，发包方、承包方各执一份，乡镇人民政府（街道办事处）、县级人民政府农业农村主管（农村经营管理）部门各备案一份，具有同等效力。`,
            ],
          },
        ],
      },
    ],
  }
}

/**
 * A contract by tender, auction or open negotiation gives an operating right, not a household's contracting right: its clauses are its own. What the parties
 * agree and the register does not hold (price, how it is paid) is left to be filled in by hand. Source: Rural Land Contracting Law, articles 48-54, 64
 * @returns the articles two and four to ten; `way`: 招标, 拍卖, 公开协商, 其他方式
 */
export function otherWayText({ fs, qtsx, way }: ContractTextValues & { readonly way: string }): ContractText {
  return {
    preamble:
      '根据《中华人民共和国民法典》《中华人民共和国农村土地承包法》等法律法规关于其他方式承包的规定，发包方依照法定程序，' +
      `以${way}的方式将不宜采取家庭承包方式的农村土地发包给承包方；双方在平等自愿的基础上订立本合同，共同遵守。`,
    sketchNote: '承包地块的位置和形状见本合同所附承包地块示意图。',
    secondly: {
      name: '二、承包方式和承包费',
      sections: [{ points: [`承包方式：${way}。`, '承包费：人民币（大写）＿＿＿＿＿＿＿＿元；支付方式和期限：＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿。'] }],
    },
    articles: [
      { name: '四、承包土地的用途', sections: [{ points: ['农业生产；未经依法批准不得用于非农建设。'] }] },
      { name: '五、发包方的权利和义务', sections: [OTHER_WAY_ISSUER_RIGHTS, OTHER_WAY_ISSUER_DUTIES] },
      { name: '六、承包方的权利和义务', sections: [OTHER_WAY_CONTRACTOR_RIGHTS, OTHER_WAY_CONTRACTOR_DUTIES] },
      { name: '七、违约责任', sections: [{ points: BREACH }] },
      { name: '八、其他事项', sections: [{ points: [...OTHER_WAY_OTHER, ...otherMatters(qtsx, 4)] }] },
      {
        name: '九、合同的成立与生效',
        sections: [{ points: ['本合同自双方签名、盖章或者按指印之日起成立，成立之日起生效。承包方自本合同生效时取得土地经营权。'] }],
      },
      {
        name: '十、合同份数',
        sections: [
          {
            points: [
              `本合同一式${fs}份，发包方、承包方各执一份，乡镇人民政府（街道办事处）、县级人民政府农业农村主管（农村经营管理）部门各备案一份，具有同等效力。`,
            ],
          },
        ],
      },
    ],
  }
}

/** A contract of three: a household transfers land to the contractor, or exchanges some with it. */
export type OtherKind = 'transfer' | 'exchange'
const LAWS = '根据《中华人民共和国民法典》《中华人民共和国农村土地承包法》《农村土地承包合同管理办法》等规定，'
const THREE: Readonly<Record<OtherKind, { preamble: string; other: string; effect: string }>> = {
  transfer: {
    preamble:
      '转让方经发包方同意，将其承包地的土地承包经营权转让给本集体经济组织的受让方；发包方、转让方、受让方在平等自愿的基础上订立本合同，共同遵守。以下所称承包方为受让方，其承包土地包括受让的地块。',
    other: '转让方',
    effect: '转让方与发包方在所转让地块上的承包关系即行终止，受让方与发包方确立新的承包关系。',
  },
  exchange: {
    preamble:
      '承包方与互换对方为方便耕种，对属于同一集体经济组织的承包地块进行互换，并向发包方备案；各方在平等自愿的基础上订立本合同，共同遵守。以下承包土地包括换入的地块。',
    other: '互换对方',
    effect: '换入地块的土地承包经营权归承包方，换出地块的土地承包经营权归互换对方。',
  },
}
/** @returns the articles of a contract of three: those of the household contract with who gives and receives, since when, and a copy for each. Source: law art. 33, 34 */
export function textOfThree({ fs, qtsx, kind }: ContractTextValues & { readonly kind: OtherKind }): ContractText {
  const own = householdText({ fs, qtsx })
  const { preamble, other, effect } = THREE[kind]
  const points: Readonly<Record<string, string>> = {
    '九、合同的成立与生效': `本合同自发包方、承包方、${other}签名、盖章或者按指印之日起成立，成立之日起生效。自本合同生效时起，${effect}`,
    '十、合同份数': `本合同一式${fs}份，发包方、承包方、${other}各执一份，乡镇人民政府（街道办事处）、县级人民政府农业农村主管（农村经营管理）部门各备案一份，具有同等效力。`,
  }
  const articles = own.articles.map((a) => (points[a.name] ? { ...a, sections: [{ points: [points[a.name]!] }] } : a))
  return { ...own, preamble: LAWS + preamble, articles }
}

const ISSUER_RIGHTS: ContractSection = {
  name: '（一）发包方的权利',
  points: [
    '1. 依法发包本集体所有的或者国家所有依法由本集体使用的农村土地；',
    '2. 监督承包方依照本合同约定的用途合理利用和保护土地；',
    '3. 制止承包方损害承包地和农业资源的行为；',
    '4. 法律、行政法规规定的其他权利。',
  ],
}

const ISSUER_DUTIES: ContractSection = {
  name: '（二）发包方的义务',
  points: [
    '1. 维护承包方的土地承包经营权，不得非法变更、解除本合同；',
    '2. 尊重承包方的生产经营自主权，不得干涉承包方依法进行正常的生产经营活动；',
    '3. 依照本合同约定为承包方提供生产、技术、信息等服务；',
    '4. 执行县、乡（镇）土地利用总体规划，组织本集体经济组织内的农业基础设施建设；',
    '5. 法律、行政法规规定的其他义务。',
  ],
}

const CONTRACTOR_RIGHTS: ContractSection = {
  name: '（一）承包方的权利',
  points: [
    '1. 依法享有承包地使用、收益的权利，有权自主组织生产经营和处置产品；',
    '2. 依法互换、转让土地承包经营权；',
    '3. 依法流转土地经营权；',
    '4. 承包地被依法征收、征用、占用的，有权依法获得相应的补偿；',
    '5. 法律、行政法规规定的其他权利。',
  ],
}

const CONTRACTOR_DUTIES: ContractSection = {
  name: '（二）承包方的义务',
  points: [
    '1. 维持土地的农业用途，未经依法批准不得用于非农建设；',
    '2. 依法保护和合理利用土地，不得给土地造成永久性损害；',
    '3. 执行国家有关粮食和重要农产品生产的规定；',
    '4. 法律、行政法规规定的其他义务。',
  ],
}

const OTHER_WAY_ISSUER_RIGHTS: ContractSection = {
  name: '（一）发包方的权利',
  points: [
    '1. 依照本合同约定收取承包费；',
    '2. 监督承包方依照本合同约定的用途合理利用和保护土地；',
    '3. 制止承包方损害承包地、破坏生态环境和造成水土流失的行为；',
    '4. 法律、行政法规规定的其他权利。',
  ],
}
const OTHER_WAY_ISSUER_DUTIES: ContractSection = {
  name: '（二）发包方的义务',
  points: [
    '1. 维护承包方的土地经营权，不得非法变更、解除本合同；',
    '2. 尊重承包方的生产经营自主权，不得干涉承包方依法进行正常的生产经营活动；',
    '3. 发包给本集体经济组织以外的单位或者个人的，事先经村民会议三分之二以上成员或者三分之二以上村民代表同意，并报乡（镇）人民政府批准；',
    '4. 法律、行政法规规定的其他义务。',
  ],
}
const OTHER_WAY_CONTRACTOR_RIGHTS: ContractSection = {
  name: '（一）承包方的权利',
  points: [
    '1. 依法享有承包地使用、收益的权利，有权自主组织生产经营和处置产品；',
    '2. 经依法登记取得权属证书的，依法采取出租、入股、抵押或者其他方式流转土地经营权；',
    '3. 承包地被依法征收、征用、占用的，有权依法获得相应的补偿；',
    '4. 法律、行政法规规定的其他权利。',
  ],
}
const OTHER_WAY_CONTRACTOR_DUTIES: ContractSection = {
  name: '（二）承包方的义务',
  points: [
    '1. 依照本合同约定支付承包费；',
    '2. 维持土地的农业用途，未经依法批准不得用于非农建设；',
    '3. 依法保护和合理利用土地，防止水土流失，保护生态环境，不得给土地造成永久性损害；',
    '4. 法律、行政法规规定的其他义务。',
  ],
}
const OTHER_WAY_OTHER = [
  '1. 承包期内，本合同不因发包方负责人的变动而变更或者解除，也不因集体经济组织的分立或者合并而变更或者解除；',
  '2. 承包方死亡的，其应得的承包收益依法继承；在承包期内，其继承人可以继续承包；',
  '3. 因本合同发生争议的，双方可以协商解决，也可以请求村民委员会、乡（镇）人民政府等调解解决；不愿协商、调解或者协商、调解不成的，' +
    '可以向农村土地承包仲裁机构申请仲裁，也可以直接向人民法院起诉；',
]

const BREACH = [
  '1. 任何一方不履行本合同义务或者履行义务不符合约定的，依照法律规定承担违约责任；',
  '2. 承包方给承包地造成永久性损害的，发包方有权制止，并有权要求承包方赔偿由此造成的损失；',
  '3. 因不可抗力不能履行本合同的，依照法律规定部分或者全部免除责任；',
  '4. 法律、行政法规规定的其他违约责任。',
]

const DISPUTES =
  '双方可以协商解决，也可以请求村民委员会、乡（镇）人民政府等调解解决；不愿协商、调解或者协商、调解不成的，' +
  '可以向农村土地承包仲裁机构申请仲裁，也可以直接向人民法院起诉'
/** How a dispute about an agreement is settled. */
export const OTHER_DISPUTES = `因本协议发生争议的，${DISPUTES}。`
const OTHER = [
  '1. 承包期内，本合同不因发包方负责人的变动而变更或者解除，也不因集体经济组织的分立或者合并而变更或者解除；',
  '2. 承包期内，承包方交回承包地或者发包方依法收回承包地时，承包方对其在承包地上投入而提高土地生产能力的，有权获得相应的补偿；',
  '3. 承包期内，承包方或者承包地块发生变化的，双方应当重新签订、变更或者终止承包合同；',
  `4. 因本合同发生争议的，${DISPUTES}；`,
]

function otherMatters(qtsx: readonly string[], no = 5): string[] {
  if (qtsx.length === 0) return [`${no}. 双方约定的其他事项：无。`]
  return [`${no}. 双方约定的其他事项：`, ...qtsx.map((t, i) => `（${i + 1}）${t}`)]
}
