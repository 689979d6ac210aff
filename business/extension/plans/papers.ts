// The papers of a plan: the plan itself (11.2), the sheet on which the meeting votes (11.3), the notice of its posting (11.4) and the approval (11.7). Facts in, final text out. Pure.
import type { Block, Letter } from '../../../land/paper/documents/letter.ts'
import { dayText } from '../../../land/paper/rows.ts'
import { hundredths, ofHundredths } from '../../../kit/model/decimal.ts'
import { both, type Text } from '../../../kit/model/lang.ts'
import { PLAN_MODE, STEP, type MakingPlan } from '../../../land/fbf/making-plan.ts'
import { votesNeeded } from './flow.ts'

export const PLAN_PAPERS = {
  plan: both('延包方案', 'Plan of extension'),
  vote: both('表决签字表', 'Voting sheet'),
  notice: both('方案公示公告', 'Notice of the posting'),
  approval: both('延包方案审批表', 'Approval'),
} as const satisfies Readonly<Record<string, Text>>
export type PlanPaper = keyof typeof PLAN_PAPERS
export const isPlanPaper = (v: unknown): v is PlanPaper => typeof v === 'string' && Object.hasOwn(PLAN_PAPERS, v)

/** Numbers of an issuer as they stand: households and members, contracted parcels with their area, reserve land, households without land. Areas in mu. */
export interface PresentState {
  households: number
  members: number
  parcels: number
  areaMu: string
  reserve: number
  reserveMu: string
  landless: number
}
/** What a paper is made of; a sample form has the plan's fields empty. */
export interface PlanPaperFacts {
  plan: Partial<MakingPlan>
  issuer: string
  round: { fromDay: string; toDay: string } | undefined
  state: PresentState | undefined
  moves: readonly { from: string; to: string; parcel: string; areaMu: string; reason: string }[]
  /** heads of households, for the voting sheet */
  heads: readonly string[]
  posting: { startDate: string | null; endDate: string | null; days: number | null; place: string | null } | undefined
  opinions: readonly { step: string; user: string; time: string; opinion: string }[]
  today: string
}
const text = (s: string): Block => ({ kind: 'text', text: s })
const BLANK = '＿＿＿＿'
const or = (v: string | number | null | undefined): string => (v === null || v === undefined || v === '' ? BLANK : String(v))
const day = (v: string | null | undefined): string => (v ? dayText(v) : '＿＿年＿月＿日')
const village = (f: PlanPaperFacts, at?: string | null): string[] => [f.issuer || BLANK, '（盖章）', day(at ?? f.today)]
/** Rows that a sample form leaves to be written. */
const EMPTY_ROWS = 12

const movesTable = (f: PlanPaperFacts): Block => ({
  kind: 'table',
  columns: [
    ['序号', 1],
    ['调出承包方', 3],
    ['调入承包方', 3],
    ['地块', 5],
    ['面积（亩）', 2],
    ['原因', 4],
  ],
  rows: f.moves.map((m, i) => [String(i + 1), m.from || '机动地', m.to || '集体', m.parcel, m.areaMu, m.reason]),
})
const totalMoved = (f: PlanPaperFacts): string => ofHundredths(f.moves.reduce((n, m) => n + hundredths(m.areaMu), 0n))
const stateTable = ({ state: s }: PlanPaperFacts): Block => ({
  kind: 'facts',
  rows: [
    ['承包户数', or(s?.households)],
    ['家庭成员数', or(s?.members)],
    ['承包地块数', or(s?.parcels)],
    ['承包地面积（亩）', or(s?.areaMu)],
    ['机动地块数', or(s?.reserve)],
    ['机动地面积（亩）', or(s?.reserveMu)],
    ['无地户数', or(s?.landless)],
  ],
})
const voteText = ({ plan: p }: PlanPaperFacts): string =>
  p.meetingDate
    ? `${dayText(p.meetingDate)}召开成员会议，应到${p.votersTotal}人，实到${p.attendees}人，同意${p.agreeCount}人，达到应到人数的三分之二（${votesNeeded(Number(p.votersTotal))}人）以上，方案通过。`
    : `＿＿年＿月＿日召开成员会议，应到${BLANK}人，实到${BLANK}人，同意${BLANK}人。`

/** 11.2 */
function planLetter(f: PlanPaperFacts): Letter {
  const { plan: p } = f
  const group = p.workGroup ?? []
  return {
    title: `${or(p.planName)}`,
    blocks: [
      text('一、依据。《中华人民共和国民法典》《中华人民共和国农村土地承包法》，以及保持土地承包关系稳定并长久不变、第二轮土地承包到期后再延长三十年的规定。'),
      text('二、现状。'),
      stateTable(f),
      text(
        `三、原则。坚持延包原则，保持承包地块和面积总体稳定。${p.mode === PLAN_MODE.adjusted ? '确需调整的，在个别农户之间小调整。' : p.mode === PLAN_MODE.direct ? '整户直接顺延，不调整承包地。' : ''}`,
      ),
      text(`四、承包期。本轮承包期至${day(p.roundEnd)}，延长${or(p.newTermYears)}年，自${day(f.round?.fromDay)}起至${day(f.round?.toDay)}止。`),
      text(`五、特殊人群的处理。${or(p.specialGroups)}`),
      text(`六、承包地调整。${f.moves.length ? `共${f.moves.length}项，${totalMoved(f)}亩：` : '无。'}`),
      ...(f.moves.length ? [movesTable(f)] : []),
      text(`七、步骤和其他事项。${or(p.content)}`),
      text(`八、表决。${voteText(f)}`),
      text('九、工作组。'),
      {
        kind: 'table',
        columns: [
          ['姓名', 2],
          ['职务', 2],
          ['联系电话', 3],
        ],
        rows: group.length ? group.map((w) => [w.name, w.role, w.phone ?? '']) : [['', '', '']],
      },
      text('附件：1. 集体成员名单；2. 三分之二以上成员表决签字表。'),
    ],
    from: village(f),
  }
}
/** 11.3 */
function voteLetter(f: PlanPaperFacts): Letter {
  const heads = f.heads.length ? f.heads : Array.from({ length: EMPTY_ROWS }, () => '')
  return {
    title: '会议记录及表决签字表',
    blocks: [
      text(`会议内容：表决《${or(f.plan.planName)}》。`),
      text(voteText(f)),
      {
        kind: 'table',
        columns: [
          ['序号', 1],
          ['户主', 3],
          ['应到/实到', 2],
          ['意见（同意、不同意、弃权）', 4],
          ['签字（按印）', 3],
        ],
        rows: heads.map((name, i) => [String(i + 1), name, '', '', '']),
      },
      { kind: 'signs', labels: ['会议主持人', '记录人'] },
    ],
  }
}
/** 11.4 */
const noticeLetter = (f: PlanPaperFacts): Letter => ({
  title: '延包方案公示公告',
  blocks: [
    text(
      `现将《${or(f.plan.planName)}》予以公示。公示期自${day(f.posting?.startDate)}起至${day(f.posting?.endDate)}止，共${or(f.posting?.days)}天。公示地点：${or(f.posting?.place)}。`,
    ),
    text(
      `本轮承包期至${day(f.plan.roundEnd)}，延长${or(f.plan.newTermYears)}年。${f.moves.length ? `承包地调整共${f.moves.length}项，${totalMoved(f)}亩：` : '承包地不作调整。'}`,
    ),
    ...(f.moves.length ? [movesTable(f)] : []),
    text('对方案有异议的，请在公示期内向村（组）提出。公示期满无异议的，提交成员会议表决。'),
  ],
  from: village(f, f.posting?.startDate),
})
/** 11.7 */
function approvalLetter(f: PlanPaperFacts): Letter {
  const of = (step: string) => f.opinions.findLast((o) => o.step === step)
  const opinion = (title: string, step: string) => {
    const o = of(step)
    return { title, text: o ? o.opinion || '同意' : '', by: o?.user ?? '', at: o ? dayText(o.time.slice(0, 10)) : '' }
  }
  return {
    title: '二轮延包方案审批表',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['发包方', f.issuer || BLANK],
          ['方案', or(f.plan.planName)],
          ['版本', or(f.plan.version)],
          ['承包期', f.round ? `${dayText(f.round.fromDay)}至${dayText(f.round.toDay)}` : BLANK],
          ['公示', f.posting?.startDate ? `${dayText(f.posting.startDate)}至${day(f.posting.endDate)}` : BLANK],
          ['表决', f.plan.meetingDate ? `应到${f.plan.votersTotal}人，同意${f.plan.agreeCount}人` : BLANK],
        ],
      },
      stateTable(f),
      text(`承包地调整${f.moves.length}项，${totalMoved(f)}亩。`),
      { kind: 'opinions', rows: [opinion('村（组）意见', STEP.reported), opinion('乡镇审核意见', STEP.town), opinion('县级备案（批复）意见', STEP.county)] },
    ],
  }
}
const LETTERS: Readonly<Record<PlanPaper, (f: PlanPaperFacts) => Letter>> = {
  plan: planLetter,
  vote: voteLetter,
  notice: noticeLetter,
  approval: approvalLetter,
}
/** A paper of a plan as it stands. */
export const planLetterOf = (paper: PlanPaper, f: PlanPaperFacts): Letter => LETTERS[paper](f)
/** What a sample form is made of: nothing. */
export const SAMPLE: PlanPaperFacts = {
  plan: {},
  issuer: '',
  round: undefined,
  state: undefined,
  moves: [],
  heads: [],
  posting: undefined,
  opinions: [],
  today: '',
}
