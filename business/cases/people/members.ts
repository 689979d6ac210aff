// Members of a household that is registered already, as the form of a case names them. Pure.
import { text } from '../../../kit/model/field.ts'
import { both } from '../../../kit/model/lang.ts'
import { invalidField, Problem, problems, type Wrong } from '../../../kit/model/problem.ts'
import { CBFLX, headWrong, householdWrong } from '../../../land/definitions/household.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { deadWords, personsWrong, revivedWrong, type PersonLike } from '../../../land/definitions/membership.ts'
import { memberFields, type Member } from '../../../land/register/acts/acts.ts'
import type { Elsewhere } from '../../../land/register/acts/people.ts'
import { DEAD, personOf } from '../../../land/definitions/person.ts'
import type { FormOf } from '../definitions/form.ts'
import type { StandingMember } from '../definitions/standing.ts'

const { cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm } = jtcy.fields
/** A member of the household as it is to be; `id`: one of the register, who stays. */
export const MEMBER = { id: text('成员', { en: 'Member', max: 19 }), cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz, cybzsm } as const
export type SentMember = FormOf<typeof MEMBER>
/** What the register says of a member. */
export const MEMBER_FIELDS = ['cyxm', 'cyxb', 'yhzgx', 'cyzjlx', 'cyzjhm', 'sfgyr', 'cybz', 'cybzsm'] as const
const NO_REMARK = '0'
/** Whether two values of a field of a member say the same: so does the local key 无, which is proposed for an imported blank. Source: rulings.md 11. */
export function memberSaysSame(name: (typeof MEMBER_FIELDS)[number], a: string | null | undefined, b: string | null | undefined): boolean {
  const said = (v: string | null | undefined) => (name === 'cybz' && v === NO_REMARK ? '' : (v ?? ''))
  return said(a) === said(b)
}

/** A number that was shown masked and came back so: of a member of the register it is the stored one. */
export const isMasked = (m: Pick<SentMember, 'id' | 'cyzjhm'>): boolean => !!m.id && !!m.cyzjhm?.includes('*')
/** A member as the register is told: a number that came back masked is the stored one. */
export function memberOf(m: SentMember, known: StandingMember | undefined): Member {
  const { cyzjlx, cyzjhm } = known && isMasked(m) ? known : m
  return { ...(m.id ? { id: m.id } : {}), ...memberFields({ ...m, cyzjlx, cyzjhm }) }
}

/** What is wrong with the members of a household as a whole; paths begin at `jtcyList`. */
export function membersWrong(members: readonly SentMember[]): Wrong[] {
  // those of the register are judged where it is known what stands there (peopleFaults)
  const stored = members.filter((m) => m.id && (m.cybz !== DEAD || m.sfgyr === '2'))
  // a masked number was accepted when it was stored, and is nobody else's
  const known = members.map((m, i) => (isMasked(m) ? { ...m, cyzjlx: '9', cyzjhm: `${i}` } : m))
  return householdWrong({ cbflx: CBFLX.household }, known, stored)
}

/** Members who come or change against what the register has of them, as one refusal where something is wrong. `path`: where `jtcyList` stands, with its dot. */
export function personFaults(members: readonly Member[], stored: readonly StandingMember[], path = ''): Problem[] {
  const wrong = [...personsWrong(members, stored), ...revivedWrong(members, stored)].map((w) => ({ ...w, field: `${path}${w.field}` }))
  return wrong.length ? [problems.invalid(wrong)] : []
}

/**
 * Why the household of the register that a case gives its first book cannot be taken as it stands; `field`: where it was chosen. The contract names its
 * contractor by what the head's card says, and nobody dead, of another sex or without a name is registered: an imported household is put right first.
 */
export function firstBookFaults(field: string, cbf: Holder, members: readonly PersonLike[], isRegistered: boolean): Problem[] {
  const { cbfmc } = cbf
  const differs = headWrong({ cbf, members }).length
    ? [
        invalidField(
          field,
          both(
            `承包方【${cbfmc}】的户主与承包方代表的姓名、证件类型或证件号码不一致，请先更正`,
            `Name, document type or ID number of the head differ from those of contractor ${cbfmc}: correct them first`,
          ),
        ),
      ]
    : []
  // to the register they are new: none of their rows was judged
  const [person] = isRegistered ? [] : personsWrong(members.map((m) => ({ ...m, id: undefined })))
  const bad = person
    ? [invalidField(field, both(`承包方【${cbfmc}】的家庭成员有误（${person.msg.zh}），请先更正`, `A member of ${cbfmc}: ${person.msg.en}. Correct it first`))]
    : []
  return [...differs, ...bad]
}
type Holder = Parameters<typeof headWrong>[0]['cbf'] & { readonly cbfmc: string }

/** Whether two documents are one person's, however their numbers were typed. */
const samePerson = (a: Pick<Elsewhere, 'cyzjlx' | 'cyzjhm'>, b: Pick<Member, 'cyzjlx' | 'cyzjhm'>): boolean =>
  !!a.cyzjhm && personOf({ ...a, cyxm: '' }) === personOf({ ...b, cyxm: '' })
/** The fault of a member who is a co-owner of another household; told apart because a reason, a proof and a second person may let it stand. */
export class PersonElsewhere extends Problem {
  readonly person: string
  readonly cbfbm: string
  readonly cyxm: string
  constructor(field: string, m: Member, { cyxm, cbfbm }: Elsewhere) {
    const msg = both(
      `【${cyxm}】已是承包方【${cbfbm}】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认`,
      `${cyxm} is already a co-owner of contractor ${cbfbm}; with good reason, give the reason and the proof, and a second person confirms it`,
    )
    // who and where stand beside the words, for the form in which the reason is given
    super(400, 'invalid', msg, [{ field, msg, cbfbm, cyxm }])
    this.person = personOf(m)
    this.cbfbm = cbfbm
    this.cyxm = cyxm
  }
}
/**
 * A person is co-owner of one household only, and nobody who is recorded as dead is a member of another; `at` says where the fault of the member at a place stands. Asked again when the register is written
 * (land/register/acts/people.ts: elsewhere) and of the whole register every night (views/watch/people-rules.ts). Source: register.md 5.
 */
export function doubleFaults(
  members: readonly Member[],
  elsewhere: readonly Elsewhere[],
  at: (i: number) => string = (i) => `jtcyList.${i}.cyzjhm`,
): Problem[] {
  return members.flatMap((m, i) => {
    const same = m.cybz === DEAD ? [] : elsewhere.filter((e) => samePerson(e, m))
    const dead = same.find((e) => e.cybz === DEAD)
    if (dead) return [invalidField(at(i), deadWords(dead))]
    return m.sfgyr === '2' ? [] : same.map((e) => new PersonElsewhere(at(i), m, e))
  })
}
