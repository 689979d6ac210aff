import type { AnyRow } from '../../kit/web/calls.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import type { Fact } from '../../platform/record/Head.web.tsx'
import { Towards } from '../parts/links.web.tsx'
import { areasAgree } from '../parts/record-facts.ts'
import { muFact, piecesText, recordPartWords as landWords } from '../parts/record-words.ts'
import { words } from './words.ts'

/** What the head of a contract and of a book say of the right: whose it is, from whom, and its areas. `measured`: of its parcels in mu, where they are known. */
export function useRightFacts(row: AnyRow, measured: string | undefined): Fact[] {
  const { say } = useSay()
  const agree = areasAgree(row.htzmjm, measured)
  return [
    {
      key: 'holder',
      label: say(words.holder),
      value: (
        <Towards to="cbf" search={{ cbfbm: String(row.cbfbm) }}>
          {row.cbfmc}
        </Towards>
      ),
    },
    {
      key: 'issuer',
      label: say(words.issuer),
      value: (
        <Towards to="fbf" search={{ fbfbm: String(row.fbfbm) }}>
          {row.fbfmc}
        </Towards>
      ),
    },
    { key: 'contractArea', label: say(landWords.contractArea), value: say(muFact(row.htzmjm)) },
    ...(measured
      ? [
          {
            key: 'measuredArea',
            label: say(landWords.measuredArea),
            value: say(muFact(measured)),
            ...(agree ? { note: say(agree.text), tone: agree.tone } : {}),
          },
        ]
      : []),
    { key: 'parcels', label: say(landWords.parcelsN), value: say(piecesText(Number(row.cbdkzs ?? 0))) },
  ]
}
