"""What breaks other game bots, fault by fault, with the tests that show that it can't happen here.

The families and faults are those of public reports about such bots. The README tells of each family.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.project import ROOT

FAMILIES: dict[str, dict[str, tuple[str, ...]]] = {
    "Memory": {
        "matches die with the process": (
            "e2e/test_killed.py killed_after_the_last_pick",
            "e2e/test_killed.py killed_while_a_call_of_a_turn_is_under_way",
            "e2e/test_any_game_cut_short.py killed_at_each_call_of_a_turn_of_each_game",
            "e2e/test_any_game_cut_short.py each_call_of_a_turn_and_of_the_end_may_be_cut_short",
            "e2e/test_reopened.py a_match_survives_a_restart_after_every_click",
            "e2e/test_sequence_restarts.py killed_once_after_each_kind_of_step",
            "e2e/test_passing_restarts.py killed_once_after_each_kind_of_step",
            "e2e/test_stacks_restarts.py killed_once_after_each_kind_of_step",
        ),
        "a move is kept in half": (
            "bot/test_matches_play.py a_kill_at_any_moment_before_the_commit_leaves_the_old_state",
            "db/test_session.py a_writer_cancelled_anywhere_keeps_all_or_nothing_and_harms_no_other",
        ),
        "hidden picks made before a restart are lost": (
            "e2e/test_killed.py killed_after_a_pick",
            "e2e/test_reopened.py a_pick_made_before_a_restart_still_counts_and_can_be_changed_after_it",
        ),
        "bots never move after a restart": ("e2e/test_reopened.py bots_play_on_after_a_restart",),
        "lobbies stay as ghosts": (
            "e2e/test_lapsing.py a_lobby_that_nobody_starts_is_called_off_after_one_warning",
            "e2e/test_killed.py killed_before_a_lobby_is_remembered_it_comes_to_life_with_the_first_press",
        ),
        "'you are in a game already' outlives that game": (
            "e2e/test_stale.py two_matches_of_a_person_in_one_channel_do_not_touch_each_other",
            "e2e/test_rematches.py two_people_play_again_by_a_press_each_in_a_thread_of_its_own",
        ),
        "an update leaves a broken file": (
            "db/test_migrations.py start_up_migrates_behind_a_copy_and_loses_no_row",
            "db/test_migrations.py a_failing_revision_leaves_the_database_as_it_was",
        ),
        "a lost file can't be put back": (
            "e2e/test_restored.py a_match_goes_on_from_a_copy_with_the_picks_made_before_it_and_counts_once",
        ),
    },
    "Timers": {
        "a timer never fires": (
            "e2e/test_time.py a_deadline_plays_for_everybody_who_is_late_and_makes_one_post",
            "bot/test_liveness.py a_match_ends_whoever_is_silent_or_gone",
            "bot/test_clock.py a_clock_that_stumbles_goes_on",
        ),
        "a timer fires in one phase and not in another": (
            "e2e/test_lapsing.py a_lobby_that_nobody_starts_is_called_off_after_one_warning",
            "e2e/test_time.py a_row_not_chosen_in_time_is_the_one_with_the_fewest_heads",
            "e2e/test_passing_time.py a_deadline_leads_passes_keeps_and_ends_a_round",
            "e2e/test_stacks_time.py a_turn_that_runs_out_is_ended_for_its_player_with_all_that_was_played",
            "e2e/test_stacks_time.py a_window_that_nobody_answers_closes_without_a_block_and_the_turn_gets_a_fresh_"
            "clock",
            "bot/test_grace.py a_debt_that_is_not_paid_is_a_miss_with_its_time_once_more_while_the_turn_goes_on",
        ),
        "downtime eats the clock": (
            "e2e/test_time.py a_day_switched_off_costs_nobody_a_turn_and_brings_no_reminder",
            "bot/test_clock.py a_gateway_that_was_down_is_given_back_too",
            "bot/test_lost_time.py a_process_that_was_stopped_for_hours_takes_nobody_their_turn",
            "bot/test_lost_time.py a_disk_that_takes_nothing_takes_nobody_their_turn",
        ),
        "a machine's clock is set": (
            "e2e/test_set_clocks.py set_while_the_bot_runs",
            "e2e/test_set_clocks.py set_while_the_bot_is_off",
            "bot/test_lost_time.py a_clock_that_is_set_leaves_everybody_the_time_they_had",
        ),
        "five reminders come at once after downtime": (
            "e2e/test_time.py many_switched_off_spells_bring_one_reminder",
            "bot/test_reminders.py what_was_slept_through_is_caught_up_once",
        ),
        "the wrong player is removed": (
            "e2e/test_absences.py a_stand_in_keeps_the_seat_after_three_misses_until_its_owner_presses_im_back",
            "bot/test_grace.py who_has_chosen_is_not_named_and_whoever_has_not_is_given_it_each_for_themselves",
        ),
        "a month goes by between two clicks": (
            "e2e/test_thirty_days.py take_5",
            "e2e/test_thirty_days.py the_passing_game",
            "e2e/test_thirty_days.py sequence",
            "e2e/test_thirty_days.py sequence_stacks_in_which_a_window_closes_by_itself",
        ),
    },
    "Absence": {
        "a closed DM stops the match": (
            "e2e/test_dm_hands.py closed_dms_cost_nothing_but_one_private_hint",
            "e2e/test_faults_final.py who_takes_no_dm_is_called_in_the_thread_and_told_so_once_and_never_written_to_"
            "again",
        ),
        "leaving while choosing freezes everybody": (
            "e2e/test_leavers.py who_has_left_the_server_is_noticed_at_their_deadline_and_played_for",
            "e2e/test_absences.py who_gives_up_their_seat_is_asked_first_and_played_for_until_they_are_back",
            "bot/test_liveness.py a_match_ends_whoever_is_silent_or_gone",
        ),
        "after somebody leaves, the turn, their choice or their cards go astray": (
            "bot/test_seats.py who_takes_a_seat_sits_there_with_its_hand_and_a_fresh_clock_and_the_one_before_watches",
            "bot/test_seats.py a_hidden_pick_stays_with_the_seat_and_may_be_changed_by_who_takes_it",
            "bot/test_matches_play.py a_row_is_asked_of_the_low_seat_alone",
        ),
        "the last person leaves and bots play on for ever": (
            "e2e/test_absences.py a_deserted_match_says_so_is_called_off_after_one_more_turn_and_counts_for_nobody",
        ),
        "only the vanished host could end it": (
            "e2e/test_seats.py a_match_that_all_want_to_end_is_called_off_and_says_why",
            "bot/test_lobbies.py others_start_only_after_an_hour",
            "bot/test_lobbies.py an_opener_who_leaves_hands_the_table_on",
        ),
        "the place, a permission or the bot itself is taken away": (
            "e2e/test_upheavals.py a_thread_that_is_deleted_leaves_the_match_to_commands_and_dms",
            "e2e/test_upheavals.py a_permission_that_is_taken_away_costs_nobody_a_turn_and_given_back_brings_the_table_"
            "back",
            "e2e/test_upheavals.py a_bot_that_was_removed_from_the_server_goes_on_by_dm_and_in_its_place_when_it_is_"
            "back",
        ),
    },
    "Races": {
        "two clicks in one tick play twice": (
            "e2e/test_races.py the_last_card_pressed_twice_in_one_tick_does_not_choose_for_the_next_trick",
            "bot/test_hundreds.py a_hundred_presses_in_one_tick_on_one_match",
            "bot/test_hundreds.py a_hundred_presses_in_one_tick_on_each_of_a_hundred_matches",
            "e2e/test_hundreds.py a_hundred_presses_in_one_tick_at_one_table_of_ten_are_one_trick",
        ),
        "20 joins fill 5 of 4 seats": ("e2e/test_races.py twenty_joins_in_one_tick_fill_exactly_the_free_seats",),
        "simultaneous picks overwrite each other": (
            "e2e/test_races.py ten_picks_in_one_tick_are_one_trick_with_ten_cards",
        ),
        "an old panel plays in a later turn, or in another match": (
            "e2e/test_stale.py a_panel_of_the_turn_before_plays_nothing_and_becomes_the_present_one",
            "e2e/test_stale.py two_matches_of_a_person_in_one_channel_do_not_touch_each_other",
        ),
        "the deadline and the winning move meet": (
            "bot/test_hundreds.py a_winning_move_just_before_the_deadline_wins_and_nothing_more_is_played",
            "bot/test_hundreds.py a_winning_move_just_after_the_deadline_is_refused_and_nothing_is_played_twice",
            "e2e/test_slow_disk.py a_move_pressed_in_time_counts_though_the_deadline_passes_while_the_disk_is_slow",
        ),
        "what is answered late is played again": (
            "e2e/test_slow_disk.py a_move_whose_write_takes_seconds_is_kept_shown_and_played_once_though_it_is_pressed_"
            "again",
            "e2e/test_faults_passing.py a_match_goes_its_way_though_each_kind_of_call_fails_once",
            "e2e/test_crowds.py an_answer_in_one_call_that_goes_wrong_is_acknowledged_and_comes_after",
            "e2e/test_faults_any_game.py a_match_of_turns_goes_its_way_though_each_kind_of_call_fails_once",
        ),
        "votes and seats that change hands are counted twice": (
            "e2e/test_refused_seats.py all_voices_of_one_moment_are_answered_and_have_one_effect",
            "e2e/test_refused_seats.py of_all_who_press_take_the_seat_in_one_moment_one_sits",
        ),
    },
    "Secrets": {
        "a spectator, a replaced player or an admin opens a hand": (
            "e2e/test_strangers.py every_button_that_a_post_really_carries_answers_a_spectator_and_a_moderator",
            "e2e/test_seats.py a_seat_is_handed_over_to_whom_its_person_names_and_to_nobody_else",
        ),
        "hidden cards in alt texts, file names, ids, logs, autocomplete": (
            "e2e/test_secrets.py no_hidden_card_is_in_anything_public_or_in_the_log_during_a_whole_match",
            "e2e/test_secrets.py autocomplete_offers_ones_own_cards_alone",
            "e2e/test_passing_whole.py no_tile_drawn_or_held_is_in_anything_public_or_in_the_log",
            "test_contract.py every_position_keeps_the_contract",
        ),
        "how fast an answer comes tells that there was none": (
            "e2e/test_stacks_twins.py windows_are_the_same_whoever_holds_a_block_until_one_is_spent",
            "bot/test_windows.py nothing_of_a_window_depends_on_who_holds_a_block",
        ),
    },
    "Noise": {
        "a ping for each action, to all, or late": (
            "e2e/test_pings.py everybody_is_called_once_a_turn_where_they_want_it_but_not_who_brought_the_turn",
            "e2e/test_pings.py ticks_edit_the_post_without_a_ping_or_a_new_picture",
            "bot/test_reminders.py at_most_two_come_an_hour_apart_in_time_outside_of_quiet_hours_and_not_to_who_is_"
            "away",
        ),
        "old turn posts pile up": ("e2e/test_pings.py old_posts_lose_their_buttons_and_pictures_and_keep_a_line",),
        "a picture for every step": (
            "e2e/test_whole_matches.py a_match_with_bots_starts_at_once_and_every_turn_is_one_post_that_tells_it_all",
        ),
        "the log is flooded": (
            "db/test_trouble.py trouble_is_one_line_of_the_log_however_many_meet_it_and_its_end_another",
        ),
    },
    "Silence": {
        "a refused action has no reason": (
            "e2e/test_disk.py a_move_is_refused_in_a_sentence_the_hand_still_shows_and_later_the_same_panel_plays",
            "e2e/test_disk.py everything_that_would_be_kept_is_refused_and_everything_that_can_be_looked_at_is_shown",
            "e2e/test_strangers.py ids_that_somebody_made_up_are_answered_with_a_sentence_and_change_nothing",
        ),
        "a missing permission shows as nothing": (
            "e2e/test_missing_permissions.py play_names_the_permission_that_is_missing_and_opens_nothing",
        ),
        "a press gets no answer in time": (
            "e2e/test_slow_disk.py every_press_is_acknowledged_in_time_though_nothing_can_be_read_and_answered_"
            "afterwards",
            "e2e/test_hundreds.py a_hundred_matches_are_opened_looked_at_and_played_on_in_one_tick_each",
        ),
        "a text vanishes before it is read": (
            "e2e/test_faults_final.py an_answer_that_was_deleted_before_it_came_is_shown_beside",
            "e2e/test_faults_final.py a_post_that_is_refused_costs_nobody_the_turn_and_comes_when_it_is_asked_for",
        ),
        "the bot doesn't start, and doesn't say why": (
            "e2e/test_start_up.py a_login_that_discord_refuses_ends_the_process_with_one_line_and_code_2",
            "db/test_opening.py a_database_held_by_another_program_is_refused",
            "db/test_opening.py a_second_process_is_refused_until_the_first_is_killed",
            "db/test_opening.py a_damaged_database_is_refused",
            "db/test_migrations.py a_newer_database_is_refused_and_left_alone",
        ),
    },
    "Records": {
        "boards full of unknown users, ranks that jump, ties that look like an order": (
            "e2e/test_records.py ties_share_a_rank_who_left_is_not_listed_and_no_rank_is_skipped_for_them",
        ),
        "a match that nobody wanted counts": (
            "bot/test_votes.py called_off_by_vote_it_counts_for_nobody",
            "bot/test_absences.py a_deserted_match_is_called_off_and_counts_for_nobody",
        ),
        "weak bots are farmed for rank": ("bot/test_boards.py matches_with_bots_stand_apart",),
        "a result is counted twice": (
            "bot/test_hundreds.py a_winning_move_just_before_the_deadline_wins_and_nothing_more_is_played",
            "e2e/test_restored.py a_match_goes_on_from_a_copy_with_the_picks_made_before_it_and_counts_once",
        ),
    },
    "Text": {
        "@everyone, markdown, right-to-left or empty names": (
            "e2e/test_odd_names.py an_odd_name_is_harmless_everywhere",
            "bot/test_names.py a_shown_name_pings_formats_and_hides_nothing",
        ),
        "raw ids": ("e2e/test_odd_names.py an_odd_name_is_harmless_everywhere",),
        "a text is too long for Discord": (
            "bot/test_layout.py a_message_longer_than_discord_takes_is_noticed_before_it_is_sent",
            "cogs/test_sequence_limits.py every_post_of_a_match_of_twelve_fits",
        ),
    },
    "Pictures": {
        "two matches share a file": (
            "rendering/test_sameness.py a_fresh_process_draws_the_same_bytes_with_all_its_threads_at_once",
            "bot/test_layout.py files_are_fresh_on_each_call",
        ),
        "missing glyphs, or a board that can't be read on a phone": tuple(
            f"rendering/test_{game}.py a_picture_looks_as_it_was_agreed_on"
            for game in ("take5", "sequence", "passing", "stacks")
        ),
    },
    "Rules": {
        "the winner is inverted": (
            "bot/test_results.py the_winner_rises_and_the_loser_falls",
            "playthroughs/test_playthroughs.py a_recorded_match_is_played_as_it_was",
        ),
        "a position without a legal move, a match without an end": (
            "test_contract.py every_position_keeps_the_contract",
            "test_contract.py every_match_ends_and_the_same_seed_plays_the_same_one",
        ),
        "the moment when the deck is made anew": (
            "e2e/test_sequence_moves.py an_empty_deck_is_made_new_from_all_discard_piles",
        ),
        "table sizes that nobody tried": (
            "test_selfplay.py without_seats_every_number_that_the_game_allows_is_played",
            "e2e/test_stacks_whole.py a_whole_match_is_played_to_its_chips",
        ),
    },
}
SHOWN = [(family, fault, shown) for family, faults in FAMILIES.items() for fault, shown in faults.items()]


@cache
def names_in(path: Path) -> frozenset[str]:
    """The names of a file's tests, without their first word."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return frozenset(node.name.removeprefix("test_") for node in functions if node.name.startswith("test_"))


@pytest.mark.parametrize(("family", "fault", "shown"), SHOWN, ids=[f"{family}: {fault}" for family, fault, _ in SHOWN])
def test_a_fault_of_other_bots_has_its_tests_here(family: str, fault: str, shown: tuple[str, ...]) -> None:
    assert shown
    for each in shown:
        name, test = each.split()
        assert test in names_in(ROOT / "tests" / name), each


def test_the_readme_tells_of_each_family_and_names_files_that_show_it() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8").partition("## What it survives")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| \*\*(\w+)\*\*(.*)\|$", text, re.MULTILINE))
    assert list(rows) == list(FAMILIES)
    for family, row in rows.items():
        named = re.findall(r"`tests/([^`]+)`", row)
        known = {each.split()[0] for shown in FAMILIES[family].values() for each in shown}
        assert named
        assert set(named) <= known, family
