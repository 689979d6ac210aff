import { Link, useSearch } from '@tanstack/react-router'
import { Spin } from 'antd'
import { useEffect, type FC } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { PublicFrame, PublicPage } from '../../platform/public/PublicFrame.web.tsx'
import { BookView, BookingView } from './CitizenBooking.web.tsx'
import { AnswerView, AskView, CaseView, GuidesView, OffersView, PostedView } from './CitizenRead.web.tsx'
import { useTenant } from './citizen-calls.web.ts'
import { publicWords as words } from './public-words.ts'
import './citizens.css'

const VIEWS = {
  book: BookView,
  booking: BookingView,
  ask: AskView,
  answer: AnswerView,
  case: CaseView,
  guides: GuidesView,
  posted: PostedView,
  offers: OffersView,
} as const satisfies Readonly<Record<string, FC<{ tenantId: string }>>>

/** Those that are read: their cards have headings of their own, below the page's. */
const READ: ReadonlySet<string | undefined> = new Set(['guides', 'posted', 'offers'])

/** The page for citizens, phone first and without account: each matter a door of its own, which the phone's way back leaves. Source: rulings.md 42. */
export function CitizenHome() {
  const { say, lang } = useSay()
  const q = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>
  const tenantId = useTenant(q.tenantId)
  const at = q.do && Object.hasOwn(VIEWS, q.do) ? (q.do as keyof typeof VIEWS) : undefined
  useEffect(() => {
    document.title = say(at ? words[at] : words.title)
  }, [lang, at])
  const View = at && VIEWS[at]
  const search = (to: string | undefined) => ({ ...(q.tenantId ? { tenantId: q.tenantId } : {}), ...(to ? { do: to } : {}) })
  return (
    <PublicPage>
      <PublicFrame title={say(words.title)}>
        {!tenantId && <Spin />}
        {tenantId && View && (
          <>
            {READ.has(at) && <h2>{say(words[at!])}</h2>}
            <View tenantId={tenantId} />
            <Link to="/citizen" search={search(undefined)}>
              {say(words.home)}
            </Link>
          </>
        )}
        {tenantId && !View && (
          <>
            <span>{say(words.lead)}</span>
            <nav aria-label={say(words.title)}>
              <ul className="citizen-doors">
                {(Object.keys(VIEWS) as (keyof typeof VIEWS)[]).map((v) => (
                  <li key={v}>
                    <Link to="/citizen" search={search(v)}>
                      {say(words[v])}
                    </Link>
                  </li>
                ))}
                <li>
                  <Link to="/verify">{say(words.verify)}</Link>
                </li>
              </ul>
            </nav>
          </>
        )}
      </PublicFrame>
    </PublicPage>
  )
}
