// node start.mjs: the product as it was packed. Any Node >= 20 will do; the server runs on the one in bin.
import { join } from 'node:path'
import { serve } from './tools/serve.mjs'

serve(join(import.meta.dirname, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
