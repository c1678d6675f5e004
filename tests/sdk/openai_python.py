"""The official Python client: it types an answer, then says one, and prints every event it is sent as one line."""

import asyncio
import base64
import json
import os
import wave

from openai import AsyncOpenAI
from openai.types.realtime import RealtimeServerEvent
from pydantic import TypeAdapter

STRICT = TypeAdapter(RealtimeServerEvent)
TYPED = "A neighbour gave me a box of bees in May 2011, and for a week I was terrified of it."
RATE = 24_000


def recorded():
    """A microphone that is always on: silence while the interviewer's last word fades, the recorded voice, and the pause that ends a turn."""
    with wave.open(os.environ["SOUND"]) as file:
        rate, data = file.getframerate(), file.readframes(file.getnframes())
    samples = memoryview(data).cast("h")
    stretched = [samples[i * rate // RATE] for i in range(len(samples) * RATE // rate)]
    microphone = [0] * (RATE * 2) + stretched + [0] * (RATE * 3)
    return b"".join(it.to_bytes(2, "little", signed=True) for it in microphone)


class Line:
    def __init__(self, connection):
        self.connection = connection

    async def until(self, kind):
        """The next event of this kind. Each on the way is held against the client's own types, which its parser is lenient about."""
        while True:
            raw = await self.connection.recv_bytes()
            print(raw.decode(), flush=True)
            event = self.connection.parse_event(raw)
            if not event.type.startswith("viva."):
                STRICT.validate_json(raw)
            if event.type == kind:
                return event


async def speak(connection):
    sound = recorded()
    step = RATE * 2 // 50
    for at in range(0, len(sound), step):
        await connection.input_audio_buffer.append(audio=base64.b64encode(sound[at : at + step]).decode())
        await asyncio.sleep(0.02)


async def main():
    client = AsyncOpenAI(api_key=os.environ["TOKEN"], base_url=os.environ["URL"] + "/v1")
    async with client.realtime.connect(model="gpt-realtime-2.1") as connection:
        line = Line(connection)
        created = await line.until("session.created")
        assert created.session.instructions == "", created
        await connection.session.update(
            session={"type": "realtime", "instructions": "You are a pirate.", "audio": {"output": {"speed": 1.25}}}
        )
        refused = await line.until("error")
        assert refused.error.code == "not_allowed", refused
        updated = await line.until("session.updated")
        assert updated.session.audio.output.speed == 1.25 and updated.session.instructions == "", updated

        await connection.response.create()
        await line.until("response.output_audio.delta")
        first = await line.until("response.done")
        assert first.response.status == "completed", first
        await connection.conversation.item.create(
            item={"type": "message", "role": "user", "content": [{"type": "input_text", "text": TYPED}]}
        )
        added = await line.until("conversation.item.added")
        await connection.conversation.item.retrieve(item_id=added.item.id)
        retrieved = await line.until("conversation.item.retrieved")
        assert retrieved.item.content[0].text == TYPED, retrieved
        await line.until("response.done")

        # The recorded answer is heard, understood and answered with sound.
        speaking = asyncio.create_task(speak(connection))
        await line.until("input_audio_buffer.speech_started")
        await line.until("input_audio_buffer.speech_stopped")
        await line.until("input_audio_buffer.committed")
        heard = await line.until("conversation.item.input_audio_transcription.completed")
        assert heard.transcript == os.environ["UNDERSTOOD"], heard
        await line.until("response.output_audio.delta")
        await line.until("response.done")
        await speaking


asyncio.run(asyncio.wait_for(main(), 60))
