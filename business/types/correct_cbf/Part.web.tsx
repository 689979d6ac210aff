import { Alert, Flex } from 'antd'
import { useSay } from '../../../kit/web/words.web.ts'
import { CBFLX, HEAD } from '../../../land/definitions/household.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { BookPart, startOf, useBook, useHolder, type OpenHolder } from '../../parts/Book.web.tsx'
import { Fields, ListFault } from '../../cases/web/Changes.web.tsx'
import { ItemChoice } from '../../parts/ItemChoice.web.tsx'
import { memberForm, MembersTable, type FormMember } from '../../parts/MembersTable.web.tsx'
import type { PartProps, TypeScreen } from '../../cases/web/screen.web.ts'
import { correctCbf, CBF_CORRECTION_FIELDS, ITEM, shape } from './type.ts'
import { words } from './words.ts'

const NAMES = Object.values(CBF_CORRECTION_FIELDS).flatMap(Object.keys)
/** What an item corrects begins as the register has it. */
const filled = (holder: OpenHolder): Form => ({ ...Object.fromEntries(NAMES.map((n) => [n, holder[n] ?? null])), jtcyList: holder.jtcyList.map(memberForm) })
const Book = (props: PartProps) => <BookPart {...props} filled={filled} />

/** Name and number of the head are an item of their own. */
const ofHead = (name: string, r: FormMember) =>
  (HEAD as readonly unknown[]).includes(r.was?.yhzgx) && ['cyxm', 'cyzjlx', 'cyzjhm', 'yhzgx', 'sfgyr'].includes(name)

/** What was written wrong, before and after. */
function Correction({ form, onChange, editing, faults, about }: PartProps) {
  const { say } = useSay()
  const all = editing === 'all'
  const book = useBook(form).data
  const holder = useHolder(form.cbjyqzbm, all).data
  // an organisation alone has a name beside its representative's
  const isOrganisation = (holder ?? book?.book)?.cbflx === CBFLX.organisation || !!form.dwmc
  const { dwmc, ...others } = CBF_CORRECTION_FIELDS[about.item] ?? {}
  const of = CBF_CORRECTION_FIELDS[about.item] && { ...others, ...(dwmc && isOrganisation ? { dwmc } : {}) }
  const members = formsIn(form.jtcyList)
  return (
    <Flex vertical gap="small">
      <ItemChoice about={about} editing={editing} items={correctCbf.items} />
      {!book && <Alert type="info" showIcon title={say(words.chooseBook)} />}
      {book && all && <Alert type="info" showIcon title={say(about.item === ITEM.contact ? words.noBook : words.onlySlips)} />}
      {book && of && (
        <Fields of={of} form={form} onChange={onChange} faults={faults} editable={all} {...(all && holder ? { before: holder } : { before: book.book })} />
      )}
      {book && about.item === ITEM.members && (
        <>
          <ListFault faults={faults} at="jtcyList" />
          <MembersTable
            before={(all ? holder?.jtcyList : book.members) ?? []}
            after={members}
            may={(n, r) => all && !!r.is && !ofHead(n, r)}
            onSet={(at, patch) => onChange({ jtcyList: members.map((m, i) => (i === at ? { ...m, ...patch } : m)) })}
            faults={faults}
          />
        </>
      )}
    </Flex>
  )
}

/** Why, and whether the certificate is printed anew; what no book says asks only why. */
function Reason({ form, onChange, editing, faults, about }: PartProps) {
  const { say } = useSay()
  const all = editing === 'all'
  const inBook = about.item !== ITEM.contact
  return (
    <Flex vertical gap="small">
      {all && inBook && <Alert type="info" showIcon title={say(words.everyBook)} />}
      <Fields
        form={form}
        onChange={onChange}
        faults={faults}
        of={{ bgyy: shape.bgyy, ...(about.item === ITEM.name ? { hzsm: shape.hzsm } : {}), ...(inBook ? { hfqz: shape.hfqz } : {}) }}
        editable={all}
      />
    </Flex>
  )
}

/** 承包方信息更正 on the screen. Source: business-flows.md 4.9. */
export const correctCbfScreen: TypeScreen = {
  type: correctCbf,
  doSign: '2',
  parts: [
    { key: 'book', title: words.book, names: ['cbjyqzbm', 'djbId', 'fbfbm'], Part: Book },
    { key: 'correction', title: words.correction, names: [...NAMES, 'jtcyList'], alters: true, Part: Correction },
    { key: 'reason', title: words.reason, names: ['bgyy', 'hzsm', 'hfqz'], Part: Reason },
  ],
  first: (start) => ({ jtcyList: [], hfqz: '1', ...startOf(start) }),
}
