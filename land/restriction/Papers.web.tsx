import { useQueryClient } from '@tanstack/react-query'
import { Alert, ConfigProvider, Divider } from 'antd'
import { useRef } from 'react'
import type { AnyResource } from '../../kit/model/resource.ts'
import { api } from '../../kit/web/client.web.ts'
import { usePageState } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Uploader } from '../../services/files/uploader/Uploader.web.tsx'
import { words } from './words.ts'

/** Saves a new row and opens it again at once, so that its document can be put to it. */
export function useThenPapers(r: AnyResource) {
  const { setSearch } = usePageState()
  const client = useQueryClient()
  const made = useRef('')
  return {
    submit: async (body: Record<string, unknown>) => {
      made.current = await api.post<string>(`${r.path}/submit`, body, undefined, { quiet: true })
      await client.invalidateQueries({ queryKey: queryKeyOf(r, 'page') })
    },
    done: () => setSearch({ open: `edit.${made.current}` }),
  }
}

/** The document of a row that a second person confirms; before the row is saved only where it will stand. */
export function RestrictionPapers({ id, item, readOnly }: { id: unknown; item: string; readOnly: boolean }) {
  const { say } = useSay()
  return (
    <>
      <Divider titlePlacement="start">{say(words.papers)}</Divider>
      {!readOnly || !id ? <Alert type="info" showIcon style={{ marginBottom: 12 }} title={say(id ? words.papersHint : words.papersLater)} /> : null}
      {id ? (
        <ConfigProvider componentDisabled={false}>
          <Uploader businessId={String(id)} businessItem={item} readOnly={readOnly} label={say(words.papers)} />
        </ConfigProvider>
      ) : null}
    </>
  )
}
