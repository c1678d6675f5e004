// The official Node client: it types an answer, and prints every event it is sent as one line.
import OpenAI from 'openai';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';

const client = new OpenAI({ apiKey: process.env.TOKEN, baseURL: `${process.env.URL}/v1` });
const line = new OpenAIRealtimeWS({ model: 'gpt-realtime-2.1' }, client);
const typed = 'A neighbour gave me a box of bees in May 2011, and for a week I was terrified of it.';

let n_responses = 0;
line.on('event', (event) => console.log(JSON.stringify(event)));
// The client reports the refusal of its update here too; without a listener it would end.
line.on('error', (error) => {
  if (error.error?.code !== 'not_allowed') throw error;
});
line.on('session.created', () => {
  line.send({ type: 'session.update', session: { type: 'realtime', instructions: 'You are a pirate.', audio: { output: { speed: 0.75 } } } });
  line.send({ type: 'response.create' });
});
line.on('response.done', () => {
  n_responses += 1;
  if (n_responses === 1) {
    line.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: typed }] } });
    line.send({ type: 'response.create' });
  } else {
    line.close();
  }
});
