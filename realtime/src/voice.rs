//! One running voice: the ends its owner holds, and the ends the provider holds.

use crate::frame::{FrameReceiver, FrameSender, frame_queue};
use crate::{Order, VoiceEvent};
use tokio::sync::mpsc;

/// Orders are few: a handful a turn. A full queue means a voice that hangs, and its owner should wait.
pub const ORDERS_MAX: usize = 64;
/// Events are few too, except words of a reply as they are generated.
pub const EVENTS_MAX: usize = 1_024;
/// Microphone sound not yet taken by the provider, the gap of a reconnect included.
pub const MICROPHONE_MS_MAX: u64 = 30_000;
/// Providers make sound faster than it is heard; a whole long reply must fit, or its middle is lost.
pub const SPEAKER_MS_MAX: u64 = 180_000;

/// What the owner of a voice holds. Dropping `orders` closes the voice.
#[derive(Debug)]
pub struct Voice {
    pub orders: mpsc::Sender<Order>,
    pub events: mpsc::Receiver<VoiceEvent>,
    pub microphone: FrameSender,
    pub speaker: FrameReceiver,
}

/// What a provider holds: the other ends of the same queues.
#[derive(Debug)]
pub struct Ports {
    pub orders: mpsc::Receiver<Order>,
    pub events: mpsc::Sender<VoiceEvent>,
    pub microphone: FrameReceiver,
    pub speaker: FrameSender,
}

pub fn voice_and_ports() -> (Voice, Ports) {
    let (order_sender, order_receiver) = mpsc::channel(ORDERS_MAX);
    let (event_sender, event_receiver) = mpsc::channel(EVENTS_MAX);
    let (microphone_sender, microphone_receiver) = frame_queue(MICROPHONE_MS_MAX);
    let (speaker_sender, speaker_receiver) = frame_queue(SPEAKER_MS_MAX);
    let voice = Voice {
        orders: order_sender,
        events: event_receiver,
        microphone: microphone_sender,
        speaker: speaker_receiver,
    };
    let ports = Ports {
        orders: order_receiver,
        events: event_sender,
        microphone: microphone_receiver,
        speaker: speaker_sender,
    };
    (voice, ports)
}
