import { problems } from '../kit/model/problem.ts'
import { DeferredResponse, type Slice, rowIdOf } from '../kit/server/route.server.ts'
import { readAttachment } from '../services/files/files.server.ts'
import type { Storage } from '../services/files/storage/storage.server.ts'
import { timestampOf } from '../services/typeset/pdf.server.ts'
import { signer_auth } from './signers/agents.ts'
import { agentRoutes } from './signers/agents.server.ts'
import { openAuthority } from '../services/pades/authority.server.ts'
import { contractRoutes, type SigningTypes } from './contracts/contracts.server.ts'
import { paperRoutes } from './contracts/paper.server.ts'
import { sign_account, sign_movement } from './account/account.ts'
import { accountRoutes } from './account/account.server.ts'
import { statisticsRoutes } from './account/statistics.server.ts'
import { evidenceRoutes } from './evidence/evidence.server.ts'
import { checkRoute } from './public/check.server.ts'
import type { Stamp } from '../services/pades/timestamp.server.ts'
import { sign_letter } from './signers/letter.ts'
import { letterRoutes } from './letters/letter.server.ts'
import { sign_event } from './contract/event.ts'
import { digestIn } from '../services/files/digest.server.ts'
import { org_seal } from './seals/seal.ts'
import { sealRoutes } from './seals/seal.server.ts'
import { sign_flow_def } from './templates/flow-def.ts'
import { flowRoutes } from './templates/flow-def.server.ts'
import { sign_template } from './templates/template.ts'
import type { Converter } from './templates/converter.server.ts'
import { templateRoutes } from './templates/template.server.ts'
import { awayRoutes } from './away/deliver.server.ts'
import { deskRoutes } from './onsite/desk.server.ts'
import { tabletRoute } from './onsite/tablet.server.ts'
import { sign_flow, sign_node } from './contract/sign-flow.ts'
import type { LinkParts } from './acts/sign-flow.server.ts'
import { outsideRoutes } from './remote/outside.server.ts'
import type { Provider } from './remote/provider.server.ts'
import { signerRoutes } from './remote/signer.server.ts'
import { verifyInWorker } from '../services/pades/verify-apart.server.ts'
import { wayRoute } from './contracts/way.server.ts'

interface SigningParts extends LinkParts {
  dataDir: string
  storage: Storage
  /** what makes PDFs of contract templates of one's own, where there is one */
  converter?: Converter | undefined
  types: SigningTypes
  /** the service outside that signs by phone instead of the product */
  provider?: Provider | undefined
  /** the time stamping authority of electronic signatures, where there is one */
  stamp?: Stamp | undefined
  /** whether the pages of uploaded scans are read; off in tests of other things alone */
  checkPages: boolean
}
/** Signing of contracts on paper, on site and by phone, and the verification of signatures. Settings: the data folder, where the development authority lies, the file store, how messages go out, and where signers reach the product. */
export function signingSlice({ dataDir, storage, converter, types, provider, stamp, checkPages, ...links }: SigningParts): Slice {
  return {
    name: 'signing',
    resources: [signer_auth, sign_template, sign_flow_def, sign_account, sign_movement, org_seal, sign_flow, sign_node, sign_event, sign_letter],
    routes: [
      ...agentRoutes,
      ...templateRoutes({ storage, converter }),
      ...flowRoutes,
      ...accountRoutes,
      ...statisticsRoutes,
      ...sealRoutes(links.sms),
      ...paperRoutes({ types, storage, digestOf: digestIn(storage), checks: checkPages }),
      wayRoute({ types, links }),
      ...contractRoutes(types, { storage, converter }, links),
      ...signerRoutes({ links, storage, dataDir, stamp }),
      ...deskRoutes({ links, storage, dataDir, stamp }),
      ...awayRoutes({ links, storage, dataDir, stamp }),
      tabletRoute,
      ...(provider ? outsideRoutes({ provider, storage }) : []),
      ...letterRoutes(types),
      ...evidenceRoutes({ storage, dataDir, stamp }),
      checkRoute(dataDir),
      {
        method: 'GET',
        path: '/sign/verify',
        perm: 'sign_view',
        scope: 'land',
        audit: 'read',
        summary: '验证签名',
        query: ['id'],
        run: async (ctx, q) => {
          const { row, bytes } = await readAttachment(ctx, storage, rowIdOf(q))
          if (row.extension !== 'pdf') throw problems.badRequest({ zh: '只能验证PDF文件', en: 'Only PDF files can be verified' })
          return new DeferredResponse(async () => {
            const authority = await openAuthority(dataDir, timestampOf(ctx.now))
            const signatures = await verifyInWorker(bytes, [authority.certificate.toString('pem')])
            return {
              name: row.name,
              sha256: row.sha256,
              signatures: signatures.map(({ certificate: _pem, stamped: _stamped, ...s }) => s),
              intact: signatures.length > 0 && signatures.every((s) => s.valid && !s.changedAfter) && signatures.some((s) => s.whole),
            }
          })
        },
      },
    ],
  }
}
