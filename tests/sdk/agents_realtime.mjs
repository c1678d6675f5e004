// The official agents client, which believes that it configures the interviewer: it types an answer, and prints every event it is sent.
import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession } from '@openai/agents-realtime';

const url = `${process.env.URL.replace('http', 'ws')}/v1/realtime?session=${process.env.SESSION}`;
const transport = new OpenAIRealtimeWebSocket({ url, useInsecureApiKey: true });
const agent = new RealtimeAgent({ name: 'guest', instructions: 'You are a pirate.' });
const session = new RealtimeSession(agent, { transport });
const typed = 'A neighbour gave me a box of bees in May 2011, and for a week I was terrified of it.';

let n_responses = 0;
transport.on('*', (event) => console.log(JSON.stringify(event)));
transport.on('*', (event) => {
  if (event.type !== 'response.done') return;
  n_responses += 1;
  if (n_responses === 1) session.sendMessage(typed);
  else session.close();
});
session.on('error', ({ error }) => {
  if (error?.error?.code !== 'not_allowed') throw error;
});
await session.connect({ apiKey: process.env.TOKEN });
transport.sendEvent({ type: 'response.create' });
