import { Table } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { Dialog, Foot } from '../../kit/web/dialogs.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { words } from './words.ts'
import { Button } from 'antd'

interface Effect {
  what: 'own' | 'moved' | 'vertex' | 'added' | 'removed'
  dkbm: string | null
  dkmc: string | null
  cbfmc: string | null
  before: string | null
  after: string | null
  difference: string | null
  contracts: { cbhtbm: string; htmjm: string }[]
}
type Values = Record<string, unknown>
interface Asked {
  list: Effect[]
  answer(yes: boolean): void
}
/**
 * Before a drawn parcel is stored: where others change with it they are listed, and somebody says yes. `guarded` wraps what stores it; `dialog` stands on the page.
 * What changes the parcel alone is stored without a question.
 */
export function useEffects() {
  const { say } = useSay()
  const [asked, setAsked] = useState<Asked>()
  const guarded = (submit: (body: Values) => Promise<unknown>, before?: unknown) => async (body: Values) => {
    if (body.geom && (body.geom !== before || body.others)) {
      const { id, fbfbm, geom, others } = body
      const list = await api.post<Effect[]>('base-dlxx/dk/effects', { ...(id ? { id } : {}), fbfbm, geom, ...(others ? { others } : {}) }, undefined, {
        quiet: true,
      })
      if (list.some((e) => e.what !== 'own' || e.contracts.length > 0)) {
        const yes = await new Promise<boolean>((answer) => setAsked({ list, answer }))
        setAsked(undefined)
        if (!yes) throw new Error(say(words.given))
      }
    }
    return submit(body)
  }
  const columns = [
    { key: 'what', title: say(words.what), width: 140, render: (_: unknown, e: Effect) => say(words[e.what]) },
    { key: 'dkbm', title: say(words.list), render: (_: unknown, e: Effect) => [e.dkbm, e.dkmc].filter(Boolean).join(' ') || '—' },
    { key: 'cbfmc', title: say(words.holder), width: 110, render: (_: unknown, e: Effect) => e.cbfmc ?? '—' },
    ...(['before', 'after', 'difference'] as const).map((n) => ({
      key: n,
      title: say(words[n]),
      width: 90,
      align: 'right' as const,
      render: (_: unknown, e: Effect) => e[n] ?? '—',
    })),
    { key: 'contracts', title: say(words.contracts), render: (_: unknown, e: Effect) => e.contracts.map((c) => `${c.cbhtbm}（${c.htmjm}）`).join('、') || '—' },
  ]
  const dialog = asked && (
    <Dialog open width={1080} title={say(words.effects)} onCancel={() => asked.answer(false)} zIndex={1100}>
      <Table size="small" rowKey={(e) => `${e.what}${e.dkbm}${e.after}`} pagination={false} dataSource={asked.list} columns={columns} scroll={{ y: 400 }} />
      <Foot cancel={words.back} onCancel={() => asked.answer(false)} style={{ marginTop: 16 }}>
        <Button type="primary" onClick={() => asked.answer(true)}>
          {say(words.goOn)}
        </Button>
      </Foot>
    </Dialog>
  )
  return { guarded, dialog }
}
