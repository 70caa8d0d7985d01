// A server for agents in the current folder, as `pactwright mcp` starts it.
import { serve } from '../../../server/src/doors/mcp/main.js';

serve({ folder: process.cwd(), toolsets: new Set(['core']) });
