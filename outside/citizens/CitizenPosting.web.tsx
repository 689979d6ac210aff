import { Link, useParams } from '@tanstack/react-router'
import { Alert, Spin } from 'antd'
import { useEffect } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { PublicFrame, PublicPage } from '../../platform/public/PublicFrame.web.tsx'
import { CitizenFacts, HouseholdList, type PublicHousehold } from './citizen-parts.web.tsx'
import { useRead } from './citizen-calls.web.ts'
import { publicWords as words } from './public-words.ts'

interface Posting {
  state: 'ahead' | 'open' | 'over' | 'withdrawn'
  regionName: string
  startDate: string | null
  endDate: string | null
  place: string | null
  households: readonly PublicHousehold[]
}
const CLOSED = { ahead: words.postingAhead, over: words.postingOver, withdrawn: words.postingWithdrawn } as const

/** The posting that a short link of a message leads to; afterwards that it is over. */
export function CitizenPosting() {
  const { say, lang } = useSay()
  const { code = '' } = useParams({ strict: false }) as { code?: string }
  const { found, wrong } = useRead<Posting>('posting', { code })
  useEffect(() => {
    document.title = say(words.posting)
  }, [lang])
  return (
    <PublicPage>
      <PublicFrame title={say(words.title)}>
        {wrong && <Alert type="error" showIcon title={wrong} />}
        {!found && !wrong && <Spin />}
        {found && (
          <section className="public-card">
            <h2>{say(words.posting)}</h2>
            <CitizenFacts
              of={[
                [say(words.region), found.regionName],
                [say(words.period), found.startDate && `${found.startDate} ${say(words.until)} ${found.endDate}`],
                [say(words.hangs), found.place],
              ]}
            />
            {found.state === 'open' ? (
              <>
                <HouseholdList of={found.households} />
                <span>{say(words.objection)}</span>
              </>
            ) : (
              <Alert type="info" showIcon title={say(CLOSED[found.state])} />
            )}
          </section>
        )}
        <Link to="/citizen">{say(words.home)}</Link>
      </PublicFrame>
    </PublicPage>
  )
}
