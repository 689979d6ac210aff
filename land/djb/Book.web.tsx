import { both as w } from '../../kit/model/lang.ts'
import { Tag } from 'antd'
import { minuteText } from '../../kit/web/clock.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import './book.css'
import type { Cbdkxx, Djb } from '../definitions/cbht.ts'
import { shareIn } from '../definitions/contract-area.ts'
import { words } from '../cbht/words.ts'
import { sumTyped } from '../definitions/area.ts'

type Person = Record<'id' | 'cyxm' | 'yhzgx' | 'cyzjhm' | 'cybzsm' | 'cybz', string | null>
export interface BookPages extends Djb {
  cbf?: Record<'cbfmc' | 'cbfzjhm' | 'cbfdz' | 'yzbm' | 'lxdh' | 'cbflx', string | null>
  jtcyList: Person[]
  dkList: Cbdkxx[]
  cbht: { id: string; cbhtbm: string | null } | null
  /** issuing government */
  fzjg: string
  /** end of the term before, where the book renews one that still ran */
  prevCbqxz: string | null
  /** what dictionaries called its values when it was registered, by code and key */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The term before that of a renewed book counts until it ends. */
const termBefore = (day: string) => w(`（原承包期限至 ${day}，届满前继续有效）`, `(the term before runs to ${day} and counts until then)`)
const LABELS = {
  code: w('登记簿（权证）编码', 'Book and certificate code'),
  issuer: w('发包方名称', 'Issuer'),
  holder: w('承包方（代表）姓名', 'Contractor'),
  number: w('证件号码', 'ID number'),
  method: w('承包方式', 'Method'),
  address: w('地址', 'Address'),
  post: w('邮政编码', 'Postcode'),
  phone: w('联系电话', 'Phone'),
  contract: w('承包合同编码', 'Contract code'),
  term: w('承包期限', 'Term'),
  to: w('至', 'to'),
  authority: w('发证机关', 'Issuing authority'),
  name: w('姓名', 'Name'),
  relation: w('与户主关系', 'Relation to head'),
  remark: w('备注', 'Remark'),
  dkmc: w('地块名称', 'Parcel'),
  dkbm: w('地块编码', 'Parcel code'),
  share: w('确股份额', 'Share'),
  former: w('原合同面积（亩）', 'Former area (mu)'),
  area: w('合同面积（亩）', 'Contract area (mu)'),
  measured: w('实测面积（亩）', 'Measured area (mu)'),
  when: w('登记时间', 'Registered on'),
  who: w('登簿人', 'Registrar'),
  kind: w('登记类型', 'Entry type'),
  ended: w('终止', 'Ended'),
}

type Label = keyof typeof LABELS
/** The head of a line of the booklet. */
function Head({ of }: { of: Label }) {
  const { say } = useSay()
  return <th scope="row">{say(LABELS[of])}</th>
}
/** The heads of the columns of a table of the booklet. */
function Heads({ of }: { of: readonly Label[] }) {
  const { say } = useSay()
  return (
    <tr>
      {of.map((k) => (
        <th key={k} scope="col">
          {say(LABELS[k])}
        </th>
      ))}
    </tr>
  )
}
/** What a code of a book is called: in Chinese what the book says, which a dictionary of today translates. */
function useBookWord({ texts }: BookPages) {
  const { lang } = useSay()
  const dicts = { cbjyqqdfs: useDict('cbjyqqdfs'), yhzgx: useDict('yhzgx'), cybz: useDict('cybz'), djlx: useDict('djlx') }
  return (code: keyof typeof dicts, key: string | null) => (lang === 'zh' && texts[code]?.[key ?? '']) || dicts[code].label(key)
}

/** The right and who holds it. */
function RightTable({ book: b }: { book: BookPages }) {
  const { say } = useSay()
  const word = useBookWord(b)
  return (
    <table>
      <tbody>
        <tr>
          <Head of="code" />
          <td colSpan={3}>{b.cbjyqzbm}</td>
        </tr>
        <tr>
          <Head of="issuer" />
          <td colSpan={3}>{b.fbfmc}</td>
        </tr>
        <tr>
          <Head of="holder" />
          <td>{b.cbfmc}</td>
          <Head of="number" />
          <td>{b.cbf?.cbfzjhm ?? b.cbfzjhm}</td>
        </tr>
        <tr>
          <Head of="method" />
          <td>{word('cbjyqqdfs', b.cbfs)}</td>
          <Head of="contract" />
          <td>{b.cbht?.cbhtbm}</td>
        </tr>
        <tr>
          <Head of="address" />
          <td colSpan={3}>{b.cbf?.cbfdz}</td>
        </tr>
        <tr>
          <Head of="post" />
          <td>{b.cbf?.yzbm}</td>
          <Head of="phone" />
          <td>{b.cbf?.lxdh}</td>
        </tr>
        <tr>
          <Head of="term" />
          <td>
            {b.cbqxq} {say(LABELS.to)} {b.cbqxz}
            {b.prevCbqxz && <div>{say(termBefore(b.prevCbqxz))}</div>}
          </td>
          <Head of="authority" />
          <td>{b.fzjg}</td>
        </tr>
      </tbody>
    </table>
  )
}
function MembersTable({ book }: { book: BookPages }) {
  const word = useBookWord(book)
  return (
    <table>
      <thead>
        <Heads of={['name', 'relation', 'number', 'remark']} />
      </thead>
      <tbody>
        {book.jtcyList.map((p) => (
          <tr key={p.id}>
            <td>{p.cyxm}</td>
            <td>{word('yhzgx', p.yhzgx)}</td>
            <td>{p.cyzjhm}</td>
            <td>{p.cybzsm ?? (p.cybz ? word('cybz', p.cybz) : '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
function ParcelsTable({ book: { dkList } }: { book: BookPages }) {
  const { say } = useSay()
  const sum = (n: 'yhtmjm' | 'htmjm' | 'scmjm') => sumTyped(dkList.map((d) => d[n]))
  return (
    <table>
      <thead>
        <Heads of={['dkmc', 'dkbm', 'former', 'area', 'measured']} />
      </thead>
      <tbody>
        {dkList.map((d) => (
          <tr key={d.id}>
            <td>
              {d.dkmc} {shareIn(d) && <Tag>{`${say(LABELS.share)} ${shareIn(d)}`}</Tag>}
            </td>
            <td>{d.dkbm}</td>
            <td className="num">{d.yhtmjm}</td>
            <td className="num">{d.htmjm}</td>
            <td className="num">{d.scmjm}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>
            {say(words.total)} {dkList.length}
          </th>
          <td className="num">{sum('yhtmjm')}</td>
          <td className="num">{sum('htmjm')}</td>
          <td className="num">{sum('scmjm')}</td>
        </tr>
      </tbody>
    </table>
  )
}
/** The entry: which, when, by whom, and how the version ended. */
function EntryTable({ book: b }: { book: BookPages }) {
  const { say } = useSay()
  const word = useBookWord(b)
  return (
    <table>
      <tbody>
        <tr>
          <Head of="kind" />
          <td>{word('djlx', b.djlx)}</td>
          <Head of="when" />
          <td>{b.djsj}</td>
        </tr>
        <tr>
          <Head of="who" />
          <td colSpan={3}>{b.dbr}</td>
        </tr>
        {b.endTime && (
          <tr>
            <Head of="ended" />
            <td colSpan={3}>
              {minuteText(b.endTime)} {b.endReason}
            </td>
          </tr>
        )}
        <tr>
          <th scope="row">{say(words.remark)}</th>
          <td colSpan={3} className="long">
            {b.djbfj}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** The inside of the booklet: right, holder, members, parcels, entry. Source: documents.md, register booklet. */
export function BookPaper({ book }: { book: BookPages }) {
  const { say } = useSay()
  return (
    <article className="book">
      <h2>{say(words.bookTitle)}</h2>
      <RightTable book={book} />
      <h3>{say(words.members)}</h3>
      <MembersTable book={book} />
      <h3>{say(words.parcels)}</h3>
      <ParcelsTable book={book} />
      <h3>{say(words.registrar)}</h3>
      <EntryTable book={book} />
    </article>
  )
}
