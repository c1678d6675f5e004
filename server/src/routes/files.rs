//! Files of a session: transcripts, the recording, bundles.

use std::io::Write;
use std::path::PathBuf;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use coordinator::load;
use documents::TranscriptDocument;
use interview::{SessionId, evaluation_bundle, ops_replay_bundle};
use tower::ServiceExt;
use tower_http::services::ServeFile;

use crate::desk::Desk;
use crate::problem::Problem;
use crate::work;

/// Kinds of recordings, as browsers know them.
const RECORDINGS: &[(&str, &str)] = &[
    ("opus", "audio/ogg"),
    ("ogg", "audio/ogg"),
    ("webm", "audio/webm"),
    ("wav", "audio/wav"),
    ("flac", "audio/flac"),
];

/// The transcript as a file: `md`, `json`, `srt`, `vtt` or `txt`
#[utoipa::path(get, path = "/v1/sessions/{id}/{file}", tag = "files", params(("id" = String, Path), ("file" = String, Path, description = "`transcript.md`, `.json`, `.srt`, `.vtt`, `.txt`")), responses((status = 200, description = "the file"), (status = 404, body = Problem)))]
pub(crate) async fn transcript(
    State(desk): State<Desk>,
    Path((id, file)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let unknown = || Problem::not_found(format!("a session has no {file}"));
    let form = file.strip_prefix("transcript.").ok_or_else(unknown)?;
    let state = desk.state(&SessionId::new(id)).await?;
    let document = TranscriptDocument {
        title: state.plan.topic.clone(),
        session_id: state.session_id.clone(),
        turns: state.transcript.iter().cloned().collect(),
    };
    let (kind, text) = match form {
        "md" => ("text/markdown; charset=utf-8", document.to_markdown()),
        "json" => ("application/json", document.to_json()),
        "srt" => ("application/x-subrip; charset=utf-8", document.to_srt()),
        "vtt" => ("text/vtt; charset=utf-8", document.to_vtt()),
        "txt" => ("text/plain; charset=utf-8", document.to_text()),
        _ => return Err(unknown()),
    };
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}

/// Where the recording of a session lies, if there is one, and what it is.
pub(crate) async fn recording_of(
    desk: &Desk,
    session: &SessionId,
) -> Option<(PathBuf, &'static str)> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !session.as_str().chars().all(plain) {
        return None;
    }
    let (folder, name) = (desk.recordings(), session.to_string());
    let find = move || {
        RECORDINGS.iter().find_map(|(ending, kind)| {
            let path = folder.join(format!("{name}.{ending}"));
            path.is_file().then_some((path, *kind))
        })
    };
    match tokio::task::spawn_blocking(find).await {
        Ok(found) => found,
        Err(error) => {
            tracing::error!(%error, "recordings could not be looked for");
            None
        }
    }
}

/// The recording; `Range` asks for a part of it
#[utoipa::path(get, path = "/v1/sessions/{id}/recording", tag = "files", params(("id" = String, Path)), responses((status = 200, description = "the whole recording"), (status = 206, description = "a part of it"), (status = 404, body = Problem)))]
pub(crate) async fn recording(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    let session = SessionId::new(id);
    desk.state(&session).await?;
    let (path, kind) = recording_of(&desk, &session)
        .await
        .ok_or_else(|| Problem::not_found("this session has no recording"))?;
    serve(path, kind, request).await
}

async fn serve(path: PathBuf, kind: &'static str, request: Request) -> Result<Response, Problem> {
    let served = ServeFile::new(path).oneshot(request).await;
    let mut response = served
        .map_err(|error| Problem::internal(&error))?
        .map(axum::body::Body::new);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    Ok(response.into_response())
}

/// Everything of a session in one archive, with a manifest of checksums
#[utoipa::path(get, path = "/v1/sessions/{id}/bundle.zip", tag = "files", params(("id" = String, Path)), responses((status = 200, description = "the archive"), (status = 404, body = Problem)))]
pub(crate) async fn bundle(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    let session = SessionId::new(id);
    let state = desk.state(&session).await?;
    let events = load(desk.store(), &session, None).await?;
    let files = work::bundle_files(&state, &events, env!("CARGO_PKG_VERSION"))
        .map_err(|error| Problem::internal(&error))?;
    let recording = recording_of(&desk, &session).await.map(|(path, _)| path);
    let archive = tokio::task::spawn_blocking(move || zipped(&files, recording))
        .await
        .map_err(|error| Problem::internal(&error))?
        .map_err(|error| Problem::internal(&error))?;
    // The file is open when the answer begins; it goes with its last reader.
    let mut response = serve(archive.path().to_owned(), "application/zip", request).await?;
    let name = format!("attachment; filename=\"viva-{session}.zip\"");
    if let Ok(name) = HeaderValue::from_str(&name) {
        response
            .headers_mut()
            .insert(header::CONTENT_DISPOSITION, name);
    }
    Ok(response)
}

fn zipped(
    files: &[work::BundleFile],
    recording: Option<PathBuf>,
) -> Result<tempfile::NamedTempFile, zip::result::ZipError> {
    let mut archive = zip::ZipWriter::new(tempfile::NamedTempFile::new()?);
    let options = zip::write::SimpleFileOptions::default();
    for file in files {
        archive.start_file(file.name, options)?;
        archive.write_all(file.content.as_bytes())?;
    }
    if let Some(path) = recording {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        // Audio is packed already.
        let stored = options
            .compression_method(zip::CompressionMethod::Stored)
            .large_file(true);
        archive.start_file(format!("recording.{ending}"), stored)?;
        std::io::copy(&mut std::fs::File::open(&path)?, &mut archive)?;
    }
    archive.finish()
}

/// For scoring: what was to be covered, what was said, what came of it
#[utoipa::path(get, path = "/v1/sessions/{id}/evaluation.json", tag = "files", params(("id" = String, Path)), responses((status = 200, body = serde_json::Value), (status = 404, body = Problem)))]
pub(crate) async fn evaluation(
    State(desk): State<Desk>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let state = desk.state(&SessionId::new(id)).await?;
    Ok(Json(evaluation_bundle(&state)).into_response())
}

/// For replay: the timeline, the transcript, the code
#[utoipa::path(get, path = "/v1/sessions/{id}/replay.json", tag = "files", params(("id" = String, Path)), responses((status = 200, body = serde_json::Value), (status = 404, body = Problem)))]
pub(crate) async fn replay(
    State(desk): State<Desk>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let session = SessionId::new(id);
    let events = load(desk.store(), &session, None).await?;
    let bundle = ops_replay_bundle(&events)
        .ok_or_else(|| Problem::not_found(format!("there is no session {session}")))?;
    Ok(Json(bundle).into_response())
}
