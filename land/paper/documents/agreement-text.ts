/**
 * Agreements on a contract that stands as data: how it ends, is parted between households, or joined with another's. Worded after the land contracting
 * law (returning contracted land, compensation, disputes) and the rules on managing contracts; the blocks are those of the household contract.
 */

import { OTHER_DISPUTES, type ContractText } from './contract-text.ts'

export type AgreementKind = 'split' | 'merge' | 'end'
const LAWS = '根据《中华人民共和国民法典》《中华人民共和国农村土地承包法》《农村土地承包合同管理办法》等规定，'
const WORDS: Readonly<Record<AgreementKind, { title: string; preamble: string; articles: readonly (readonly [name: string, points: readonly string[]])[] }>> = {
  end: {
    title: '农村土地承包合同终止（解除）协议',
    preamble: '发包方与承包方经协商一致，就终止（解除）双方原承包合同中下列地块的承包关系订立本协议，共同遵守。',
    articles: [
      ['四、承包地的交还', ['承包方自本协议生效之日起，将上述地块交还发包方；承包期限为原承包合同约定的期限。']],
      [
        '五、补偿与清结',
        [
          '1. 承包方对其在承包地上投入而提高土地生产能力的，有权依法获得相应的补偿；',
          '2. 地上附着物、青苗和未结清的款项，由双方协商处理；',
          '3. 承包地已经流转的，双方应当依法处理与受让方的关系。',
        ],
      ],
      [
        '六、承包关系的终止',
        [
          '1. 自本协议生效时起，原承包合同就上述地块约定的权利和义务终止；终止前已经发生的违约责任不受影响；',
          '2. 承包方自愿交回承包地的，在承包期内不得再要求承包土地。',
        ],
      ],
    ],
  },
  split: {
    title: '农村土地承包经营权分户协议',
    preamble: '原承包农户的家庭成员经协商一致，就分户后承包地的承包经营订立本协议，由发包方确认，共同遵守。以下承包土地和家庭成员为本户分得的地块和成员。',
    articles: [
      ['四、承包地的分配', ['上述地块由本户承包经营，其他地块由分出的其他农户承包经营；各户在原承包地上的权利和义务，自本协议生效时起各自享有和承担。']],
      ['五、承包期限', ['分户不改变原承包合同约定的承包期限。']],
      ['六、债务与流转', ['分户前因承包地发生的债务和已经签订的流转合同，由各户按照所分得的地块承担和履行；对外承担连带责任的，依照法律规定。']],
    ],
  },
  merge: {
    title: '农村土地承包经营权合户协议',
    preamble: '各承包农户经协商一致，就合户后承包地的承包经营订立本协议，由发包方确认，共同遵守。以下承包土地和家庭成员为合户后的地块和成员。',
    articles: [
      ['四、承包地的合并', ['合户前各户承包的上述地块由合户后的农户承包经营，各户在承包地上的权利和义务由合户后的农户享有和承担。']],
      ['五、承包期限', ['合户不改变各地块原承包合同约定的承包期限。']],
      ['六、债务与流转', ['合户前各户因承包地发生的债务和已经签订的流转合同，由合户后的农户承担和履行。']],
    ],
  },
}
/** @returns what an agreement is called and its articles; `fs` is the number of copies in capital numerals */
export function agreementText(kind: AgreementKind, fs: string): { title: string; text: ContractText } {
  const { title, preamble, articles } = WORDS[kind]
  const article = ([name, points]: readonly [string, readonly string[]]) => ({ name, sections: [{ points }] })
  const common: readonly (readonly [string, readonly string[]])[] = [
    ['七、争议的解决', [OTHER_DISPUTES]],
    ['八、协议的成立与生效', ['本协议自双方签名、盖章或者按指印之日起成立，成立之日起生效。']],
    [
      '九、协议份数',
      [`本协议一式${fs}份，发包方、承包方各执一份，乡镇人民政府（街道办事处）、县级人民政府农业农村主管（农村经营管理）部门各备案一份，具有同等效力。`],
    ],
  ]
  return { title, text: { preamble: LAWS + preamble, sketchNote: '地块的位置和形状见所附承包地块示意图。', articles: [...articles, ...common].map(article) } }
}
