import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { CaseBlocker } from '../../cases/web/Hindrance.web.tsx'
import { words } from './words.ts'

/** Said under the issuer before anything is chosen: nothing can be extended without its plan, and where one is recorded. */
export function NoPlan({ fbfbm }: { fbfbm: string }) {
  const { say } = useSay()
  const { can } = useSession()
  const navigate = useNavigate()
  const adds = can('fbf_plan_add')
  // what is typed stays behind the tag of this page
  const go = () => void navigate({ to: '/land/fbf' as never, search: { list: 'rounds', fbfbm, ...(adds ? { open: `add.${fbfbm}` } : {}) } as never })
  return (
    <CaseBlocker
      field="fbfbm"
      style={{ marginTop: 8 }}
      title={say(words.noPlan)}
      description={say(words.noPlanHow)}
      action={
        can('fbf_plan_view') && (
          <Button size="small" onClick={go}>
            {say(adds ? words.toPlan : words.seePlan)}
          </Button>
        )
      }
    />
  )
}
